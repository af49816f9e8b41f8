<?php
/**
 * keep_file_doc
 */

declare(strict_types=1);

namespace Keep\Kit;

use Keep\Other\KeepImported;

const KEEP_CONST = 1;
define('KEEP_DEFINED', 2);

/** keep_class_doc */
#[KeepAttribute(1)]
abstract class KeepClass extends KeepBase implements KeepIface, \Countable
{
    use KeepTrait;

    /** keep_constant_doc */
    public const KEEP_LIMIT = 10;
    final protected const string KEEP_TYPED = 'a';
    var $keepVar = array('a' => array(1, 2));
    public static ?int $keepStatic = 0;
    protected readonly array $keepReadonly;
    private $keepPrivate;

    public function __construct(private readonly int $keepPromoted, protected ?string $keepDefault = null)
    {
        $hiddenCtor = $keepPromoted;
    }

    /**
     * keep_method_doc
     *
     * @throws \OutOfRangeException keep_throws_doc
     */
    final public function &keepReference($at): ?array
    {
        $hiddenRow = $this->rows[$at];
        return $hiddenRow;
    }

    abstract protected function keepAbstract(array $keepRow, string ...$keepMore): static;
    public static function keepStaticMethod(int|string $keepUnion, &$keepByRef): int|false { return hiddenStatic(); }
    private function keepPrivateMethod() { }
    public function __get($keepMagic) { return hiddenMagic(); }
}

/** keep_interface_doc */
interface KeepIface extends \Stringable
{
    const KEEP_INTERFACE_CONST = 1;
    public function keepInterfaceMethod(int $a = self::KEEP_INTERFACE_CONST): void;
}

trait KeepTrait
{
    public function keepTraitMethod() { hiddenTrait(); }
}

enum KeepEnum: string implements KeepIface
{
    /** keep_case_doc */
    case KeepHearts = 'keep_value';
    case KeepSpades = 'S';
    const KEEP_WILD = self::KeepHearts;
    public function keepLabel(): string { return hiddenLabel(); }
}

/** keep_function_doc */
function keep_function(int|string $keepA, &$keepB, ?Foo $keepC = null, ...$keepD): ?int
{
    $hiddenClosure = function ($hiddenParameter) { return 1; };
    function hidden_nested() {}
    return 1;
}

if (!function_exists('keep_conditional')) {
    function keep_conditional($keepInside = PHP_INT_MAX) { return hiddenConditional(); }
}

$handler = 1;
final class KeepFinal {}
