/* MKLICENSEHIDDEN: not a documentation. */
package org.example.ledger;

import static java.lang.Math.max;
import static java.util.Objects.*;

import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.*;
import java.util.function.Function;
import java.util.function.IntSupplier;

/**
 * MKCLASSDOC of a class.
 *
 * <p>MKSECONDPARAGRAPH
 *
 * @param <T> MKTYPEPARAMDOC
 * @since 1.5
 */
@MkAnnotation(value = "mkannotationvalue", mkNumbers = {1, 2})
@SuppressWarnings("unused")
public abstract class MkClass<T extends Comparable<? super T> & Serializable>
        extends MkBase<T> implements Closeable, MkInterface<T> {
    private static final long serialVersionUID = 42L;

    /** MKFIELDDOC */
    public static final int MK_LIMIT = 15_000;

    static final String MK_TEXT = """
            mktextblock
            """;
    public static final long[] MK_ARRAY = {1L, 2L}, MK_SECOND[] = {{3L}};
    public static final Function<String, Integer> MK_LAMBDA = mkLambdaParam -> {
        int mkLambdaHidden = 1;
        return mkLambdaHidden;
    };

    protected volatile transient T mkProtectedField;
    int mkPackageField = 3, mkSecondField;
    private final List<@MkTypeUse String> mkPrivateField = new ArrayList<>();

    static {
        int mkStaticHidden = 1;
    }

    {
        int mkInstanceHidden = 2;
    }

    /**
     * MKCONSTRUCTORDOC
     *
     * @param mkSize the size
     * @throws IllegalArgumentException MKTHROWSTAG if the size is negative
     */
    @Deprecated(since = "9", forRemoval = true)
    protected <S> MkClass(int mkSize, S mkGenericConstructor) {
        super(mkSize);
        if (mkSize < 0) {
            throw new IllegalArgumentException("mkguardtext" + mkSize);
        }
        this.mkPackageField = mkSize;
    }

    MkClass() {
        this(MK_DEFAULT_SIZE, "");
    }

    private static final int MK_DEFAULT_SIZE = 17;

    /** {@inheritDoc} */
    @Override
    public void close() throws IOException {}

    /**
     * MKMETHODDOC
     *
     * @return MKRETURNTAG
     * @see #mkAbstract
     * @deprecated MKDEPRECATEDTAG
     */
    @SafeVarargs
    public static final synchronized <A, B extends A> Map<A, List<? extends B>> mkStatic(
            final A mkFirst, @MkAnnotation("mkparamannotation") Class<B> mkClass, B... mkVarargs)
            throws IOException, MkException {
        if (mkVarargs.length > MK_MAXIMUM) throw new MkException("mkmaximumtext");
        // MKCOMMENTHIDDEN
        class MkLocalHidden {}
        int mkBodyHidden = max(1, 2);
        return null;
    }

    private static final int MK_MAXIMUM = 99;

    protected abstract T mkAbstract(T[] mkArrayParam, int mkOldArray[]);

    public native int mkNative(long mkHandle);

    public strictfp double mkStrict() { return 0; }

    private void mkPrivateMethod() {}

    public T mkNotNull(T mkObject, String mkName) {
        mkProtectedField = requireNonNull(mkObject, "mknulltext");
        if (mkName == null || mkName.isEmpty()) return null;
        assert mkName.length() < 8 : "mkasserttext";
        return mkObject;
    }

    public int mkSwitch(MkEnum mkKind) {
        switch (mkKind) {
            case MK_RED:
                return 1;
            default:
                throw new IllegalStateException("mkswitchtext");
        }
    }

    public IntSupplier mkAnonymous() {
        return new IntSupplier() {
            @Override public int getAsInt() { return mkAnonymousHidden(); }
            int mkAnonymousHidden() { return 1; }
        };
    }

    public void mkReceiver(MkClass<T> this) {}

    /** MKNESTEDDOC */
    public static class MkNested<K, V> {
        public K mkNestedField;
        public V mkNestedMethod() { return null; }
    }

    protected class MkInner {}

    private enum MkPrivateEnum { MK_PRIVATE_CONSTANT }

    interface MkMemberInterface { void mkMember(); }
}

abstract class MkBase<T> {
    MkBase(int mkBaseSize) {}
}

class MkException extends Exception {
    /** MKERRORCONSTRUCTORDOC */
    MkException(String mkMessage) { super(mkMessage); }
}
