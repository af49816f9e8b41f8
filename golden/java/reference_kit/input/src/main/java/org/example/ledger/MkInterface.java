package org.example.ledger;

/** MKINTERFACEDOC */
@FunctionalInterface
public interface MkInterface<T> extends MkSuper, Cloneable {
    /** MKINTERFACECONSTDOC */
    int MK_IMPLICIT = 0x1F;

    /** MKDEFAULTDOC */
    default T mkDefault(T mkDefaultParam) {
        T mkDefaultHidden = mkDefaultParam;
        return mkDefaultHidden;
    }

    static int mkInterfaceStatic() { return 1; }

    private int mkInterfacePrivate() { return 2; }

    <X extends Throwable> void mkThrowing(Class<X> mkThrown) throws X;

    class MkInInterface {}
}

interface MkSuper {}
