<?php
function keep_helper($keep_argument) { return $keep_argument; }
