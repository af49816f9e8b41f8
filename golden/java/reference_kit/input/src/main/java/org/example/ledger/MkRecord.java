package org.example.ledger;

import java.lang.annotation.*;
import java.util.Objects;

/**
 * MKRECORDDOC
 *
 * @param mkLow MKCOMPONENTDOC
 */
public record MkRecord<N extends Number>(@MkTypeUse N mkLow, int... mkRest) implements MkSuper {
    public static final MkRecord<Integer> MK_EMPTY = new MkRecord<>(0);

    public MkRecord {
        Objects.requireNonNull(mkLow, "mkrecordtext");
        if (mkRest.length > 3) {
            throw new IllegalArgumentException("mkcompacttext");
        }
    }

    MkRecord(N mkOnly) { this(mkOnly, 1, 2); }

    @Override public N mkLow() { return mkLow; }
}

/** MKSEALEDDOC */
sealed interface MkSealed permits MkFinal, MkOpen {}

final class MkFinal implements MkSealed {}

non-sealed class MkOpen implements MkSealed {}

/** MKANNOTATIONDOC */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.PARAMETER, ElementType.TYPE_USE})
@Repeatable(MkAnnotations.class)
@interface MkAnnotation {
    /** MKELEMENTDOC */
    String value();

    int[] mkNumbers() default {7, 8};

    String MK_ANNOTATION_CONSTANT = "mkannotationconstant";
}

@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.PARAMETER, ElementType.TYPE_USE})
@Documented
@interface MkAnnotations { MkAnnotation[] value(); }

@Target(ElementType.TYPE_USE)
@interface MkTypeUse {}
