/**
 * Package text.
 */
package keep.kit;

import java.util.List;
import static java.util.Objects.requireNonNull;

/**
 * A class: keep_class_doc.
 *
 * @param <T> keep_param_doc
 */
@Deprecated(since = "keep_annotation")
@SuppressWarnings({
    "keep_array", // ) {
    "x"
})
public abstract class KeepClass<T extends Comparable<? super T>> extends KeepBase<T> implements AutoCloseable, KeepIface {
    /** keep_constant_doc */
    public static final int KEEP_CONST = 1 << 4, KEEP_OTHER = -1;
    protected volatile @KeepType(keepMin = 3) int keepField;
    private final List<? extends T> keepPrivate = new java.util.ArrayList<>();

    static { hiddenStatic(); }
    { hiddenInstance(); }

    protected KeepClass(@KeepType(keepMin = 1) int keepSize) throws java.io.IOException {
        int hiddenSize = keepSize;
    }

    /**
     * Text: keep_method_doc.
     *
     * @throws IllegalStateException keep_throws_doc
     */
    @Override
    public final synchronized <U extends T> int keepGeneric(
        final U keepThing, List<? extends int[]> notes, String... keepRest) throws IllegalStateException {
        int hiddenPut = 1;
        class HiddenLocal {}
        return hiddenPut;
    }

    public int keepGeneric(int keepOverload) { return hiddenOne(); }

    public abstract void close() throws KeepException;

    native int keepNative();

    strictfp double keepPackage() { return 1.0 / hiddenRatio(); }

    private double keepPrivateMethod() { return 2; }

    /** keep_nested_doc */
    public static class KeepNested<N> {
        public N keepNestedField;
    }

    class KeepInner {}

    public enum KeepEnum implements KeepIface {
        /** keep_enum_doc */
        KEEP_ONE(1) { int hiddenBody() { return 1; } },
        @Deprecated KEEP_TWO(2);

        private final int keepCode;
        KeepEnum(int code) { hiddenCode(code); }
        public int keepEnumMethod() { return keepCode; }
    }

    public record KeepRecord<R>(@KeepType(keepMin = 2) int keepComponent, String... keepNames) implements KeepIface {
        public KeepRecord {
            if (keepComponent < 0) throw new IllegalArgumentException("x");
        }
        static int keepRecordStatic() { return 0; }
    }

    public sealed interface KeepSealed permits KeepPermitted {
        int KEEP_INTERFACE_CONST = 3;
        int keepInterfaceMethod();
        default void keepDefaultMethod() { hiddenDefault(); }
        private void keepPrivateInterface() {}
    }

    public @interface KeepType {
        long keepMin() default 0;
        String[] keepBecause() default {"none (yet)", "}"};
    }
}
