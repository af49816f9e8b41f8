<html><p>hiddenMarkup</p>
<?php
namespace Keep\First {
    function keepInFirst(): void { hiddenFirst(); }
}

namespace Keep\Second {
    class KeepInSecond { public function keepInSecondMethod(): void {} }
}
?>
<p>hiddenAfter</p>
