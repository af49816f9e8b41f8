<?php

/**
 * keepFileDoc
 */

declare(strict_types=1);

namespace Keep\Outer;

use Keep\Imported\KeepImportedClass;
use Keep\Imported\KeepAliased as KeepAlias;
use Keep\Group\{KeepGroupFirst, KeepGroupSecond as KeepGroupAlias};
use function Keep\Functions\keepImportedFunction;
use const Keep\Constants\KEEP_IMPORTED_CONSTANT;

require_once __DIR__ . '/keepRequired.php';

const KEEP_CONSTANT = 7411, KEEP_SECOND = 'keepSecondValue';
define('KEEP_DEFINED', 8117);

/**
 * keepFunctionDoc
 *
 * @param int $amount keepParamDoc
 * @return string|null keepReturnDoc
 * @throws \RangeException keepThrowsDoc
 * @deprecated keepDeprecatedDoc
 */
#[KeepAttribute('keepAttributeArgument', flags: KeepAttribute::ALL)]
function keepFunction(int $amount, ?string &$keepReference = null, KeepA|KeepB $keepUnion = KEEP_CONSTANT): ?string
{
    if ($amount < 0) {
        throw new \RangeException('keepThrowMessage');
    }
    function hiddenInner(int $hiddenParameter) { return $hiddenParameter; }
    // hiddenComment
    static $hiddenStatic = 3;
    return hiddenCall($hiddenStatic);
}

function &keepByReference(array $keepArray = ['keepArrayDefault' => 1], int ...$keepVariadic): iterable
{
    yield from hiddenGenerator();
}

function keepIntersection(KeepA&KeepB $keepIntersectionParameter, (KeepA&KeepB)|null $keepDnf): never
{
    exit('hiddenExit');
}

function keepSplit(
    string $keepSplitFirst,
    #[\SensitiveParameter] string $keepSensitive,
    callable $keepSplitLast = null,
): static {
    return hiddenSplit();
}

function keepGuards(?string $keepName, int $keepCount): int
{
    $hiddenChecked = $keepName ?? throw new \InvalidArgumentException('keepExpressionMessage');
    if ($keepCount > KEEP_CONSTANT) return -1;
    assert($keepCount !== 17, 'keepAssertMessage');
    return match (true) { default => hiddenMatch($hiddenChecked) };
}

$keepClosure = function (int $keepClosureParameter) use ($keepUsed): int { return hiddenClosure(); };
$keepArrow = fn (int $keepArrowParameter): int => hiddenArrow($keepArrowParameter);

if (!function_exists('keepConditional')) {
    function keepConditional(): void { hiddenConditional(); }
}

/** keepInterfaceDoc */
interface KeepInterface extends KeepParentA, \KeepParentB
{
    public const string KEEP_INTERFACE_CONSTANT = 'keepInterfaceConstant';
    public string $keepHookedProperty { get; set; }
    public static function keepInterfaceMethod(self $keepSelf): static;
}

/** keepTraitDoc */
trait KeepTrait
{
    private int $keepTraitProperty = 5119;
    abstract protected function keepTraitAbstract(): void;
    public function keepTraitMethod(): void { hiddenTrait(); }
    public static int $keepTraitStatic;
}

/**
 * keepClassDoc
 *
 * @template TKeep of object
 * @property-read int $keepMagicProperty keepMagicDoc
 * @method static self keepMagicMethod(string $argument)
 */
#[\AllowDynamicProperties]
abstract class KeepClass extends \KeepBase implements KeepInterface, \Countable
{
    use KeepTrait, KeepOtherTrait {
        KeepTrait::keepTraitMethod insteadof KeepOtherTrait;
        keepTraitMethod as protected keepTraitAlias;
    }

    final public const int KEEP_CLASS_CONSTANT = 6229;
    private const KEEP_PRIVATE_LIMIT = self::KEEP_CLASS_CONSTANT * 2;
    protected static ?array $keepStatic = ['keepStaticValue'];
    public readonly int $keepReadonly;
    public private(set) string $keepAsymmetric = 'keepAsymmetricValue';
    var $keepVar;
    public int $keepFirst = 1, $keepSecondProperty = 2203;
    /** keepPropertyDoc */
    #[KeepColumn('keepPropertyAttribute')]
    protected ?KeepA $keepAttributed = null;
    public string $keepHooked {
        get => hiddenHook($this->keepFirst);
        set(string $keepHookValue) { hiddenSet($keepHookValue); }
    }

    public function __construct(
        private readonly int $keepPromoted,
        protected ?string $keepPromotedDefault = 'keepPromotedValue',
        #[KeepInject] public KeepA $keepPromotedAttributed = new KeepA(),
        int $keepNotPromoted = self::KEEP_CLASS_CONSTANT,
    ) {
        if ($keepPromoted < 1) throw new \DomainException('keepConstructorMessage');
        parent::__construct($hiddenParent);
    }

    public function __destruct() { hiddenDestruct(); }
    public function __get(string $keepMagicName): mixed { return hiddenGet($keepMagicName); }
    public static function __callStatic(string $keepStaticName, array $arguments) { return hiddenStaticCall(); }

    /** keepMethodDoc */
    final public static function keepFinalStatic(self|int $keepMethodUnion): static|false { return hiddenFinal(); }
    abstract protected function keepAbstract(int $keepAbstractParameter): ?KeepA;
    private function keepPrivate(): void
    {
        if ($this->keepFirst > self::KEEP_PRIVATE_LIMIT) {
            throw KeepException::keepNamedConstructor($this->keepFirst);
        }
        hiddenPrivate();
    }
    function keepNoVisibility() { hiddenNoVisibility(); }
    #[\Override]
    public function count(): int { return hiddenCount(); }
}

final class KeepException extends \LogicException
{
    public static function keepNamedConstructor(int $value): self { return new self("hidden $value"); }
}

readonly class KeepReadonlyClass { public function __construct(public int $keepPoint) {} }

/** keepEnumDoc */
enum KeepEnum: string implements KeepInterface
{
    case KeepFirst = 'keepfirstvalue';
    /** keepCaseDoc */
    #[KeepLabel('keepCaseAttribute')]
    case KeepSecond = 'second';

    const KEEP_ENUM_CONSTANT = self::KeepFirst;
    public static function keepEnumMethod(): self { return hiddenEnum(); }
}

enum KeepPureEnum { case KeepPure; }

$keepAnonymous = new class(3) extends KeepClass { public int $keepAnonymousProperty = 1; };

return keepReturned();
