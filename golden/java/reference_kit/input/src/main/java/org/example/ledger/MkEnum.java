package org.example.ledger;

/** MKENUMDOC */
public enum MkEnum implements MkSuper {
    /** MKENUMCONSTDOC */
    MK_RED("mkredvalue", 1),
    @Deprecated
    MK_GREEN("g", 2) {
        @Override int mkPerConstant() { int mkConstantHidden = 4; return 3; }
    },
    MK_BLUE;

    private final String mkEnumField;

    MkEnum() { this("", 0); }

    MkEnum(String mkLabel, int mkCode) {
        this.mkEnumField = mkLabel;
    }

    int mkPerConstant() { return 0; }
}
