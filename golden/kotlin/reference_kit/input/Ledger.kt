// Copyright MKLICENSEHIDDEN
@file:JvmName("MkLedgerFile")
@file:Suppress("unused", "mkfileannotation")

package org.example.ledger

import java.io.Closeable
import java.util.concurrent.TimeUnit as MkUnit
import kotlin.contracts.*
import kotlin.properties.Delegates
import kotlin.reflect.KProperty

/**
 * MKCLASSDOC of a class.
 *
 * MKSECONDPARAGRAPH
 *
 * @param T MKTYPEPARAMDOC
 * @property mkVal MKPROPERTYTAG
 * @constructor MKCONSTRUCTORTAG
 */
@MkMarker("mkannotationvalue", mkNumbers = [1, 2])
abstract class MkClass<in T : Comparable<T>, out R> protected constructor(
    mkPlain: Int,
    val mkVal: String = "mkdefaultvalue",
    @field:MkSimple private var mkVar: MutableList<String> = mutableListOf(),
    vararg val mkVarargs: Double,
) : MkBase(mkPlain), MkInterface<String>, Closeable where T : Any, R : CharSequence {

    constructor(mkSecondary: Long) : this(mkSecondary.toInt(), "mkdelegated") {
        val mkSecondaryHidden = mkSecondary
    }

    init {
        require(mkPlain >= MK_MINIMUM) { "mkinittext $mkPlain" }
        val mkInitHidden = 1
    }

    /** MKPROPERTYDOC */
    open val mkTyped: Map<String, List<Int>>? = null

    var mkAccessors: Int = 1
        get() = field + 1
        private set(mkSetterParam) {
            val mkSetterHidden = 1
            field = mkSetterParam
        }

    val mkComputed: String
        get() {
            val mkGetterHidden = 1
            return "x"
        }

    lateinit var mkLate: Thread

    protected abstract val mkAbstractProperty: R

    val mkLazy: Int by lazy {
        val mkLazyHidden = 5
        mkLazyHidden
    }

    var mkObserved: String by Delegates.observable("mkinitial") { _, _, _ -> println("mkObserverHidden") }

    internal val mkInternal = 0x1F

    private val mkPrivate: Any? = null

    /** MKMETHODDOC */
    abstract fun mkAbstractFun(mkAbstractParam: T): R

    final override fun close() {}

    protected open fun mkOpen(mkOpenParam: Int = 3, mkTrailing: (Int) -> Unit = { val mkDefaultLambda = it }) {
        val mkBodyHidden = mkOpenParam
        fun mkLocalHidden() {}
        class MkLocalClassHidden
        // MKCOMMENTHIDDEN
    }

    private fun mkPrivateFun() = 1

    operator fun plus(mkOther: MkClass<*, *>): Int = 1

    infix fun mkInfix(mkRight: Int): Boolean = true

    /** MKCOMPANIONDOC */
    companion object MkCompanion : MkFactory {
        const val MK_LIMIT: Int = 15_000
        private const val MK_MINIMUM = 17

        @JvmStatic
        fun mkFactoryMethod(mkFactoryParam: String): MkFinal = MkFinal()
    }

    inner class MkInner {
        val mkOuterReference = this@MkClass
    }

    class MkNested<K> {
        var mkNestedProperty: K? = null
    }

    interface MkNestedInterface { fun mkNestedInterfaceFun() }
}

open class MkBase(val mkBaseValue: Int)

interface MkFactory

class MkFinal

/** MKDATADOC */
data class MkData(val mkFirst: Int, var mkSecond: String? = null) {
    init {
        if (mkFirst < 0) throw IllegalArgumentException("mkdatatext")
    }
}

/** MKENUMDOC */
enum class MkEnum(val mkCode: Int) : MkFactory {
    /** MKENTRYDOC */
    MK_RED(1),

    @Deprecated("mkentrydeprecated")
    MK_GREEN(2) {
        override fun mkPerEntry(): Int {
            val mkEntryHidden = 1
            return mkEntryHidden
        }
    },
    MK_BLUE(3);

    open fun mkPerEntry(): Int = 0

    companion object {
        val mkEnumCompanion = "mkenumcompanionvalue"
    }
}

/** MKSEALEDDOC */
sealed class MkSealed {
    data class MkLeaf(val mkLeafValue: Int) : MkSealed()
    object MkEmpty : MkSealed()
}

sealed interface MkSealedInterface

data object MkDataObject : MkSealedInterface

/** MKANNOTATIONDOC */
@Target(AnnotationTarget.CLASS, AnnotationTarget.FUNCTION)
@Retention(AnnotationRetention.RUNTIME)
annotation class MkMarker(val value: String, val mkNumbers: IntArray = [7, 8])

annotation class MkSimple

@JvmInline
value class MkValue(val mkWrapped: String) {
    init {
        check(mkWrapped.isNotEmpty()) { "mkchecktext" }
    }
}

/** MKFUNINTERFACEDOC */
fun interface MkFunInterface {
    fun mkInvoke(mkInvokeParam: Int): String
}

interface MkInterface<T> {
    val mkInterfaceProperty: T
    var mkInterfaceDefault: Int
        get() = 1
        set(value) {}

    fun mkRequired(mkRequiredParam: T)

    /** MKDEFAULTDOC */
    fun mkProvided(): Int {
        val mkProvidedHidden = 1
        return mkProvidedHidden
    }
}

/** MKOBJECTDOC */
object MkObject : MkFactory {
    val mkObjectProperty = "mkobjectvalue"
    fun mkObjectFun() {}
}

class MkDelegating(private val mkDelegate: MkFactory) : MkFactory by mkDelegate

/** MKFUNCDOC
 *
 * @param mkAmount MKPARAMTAG
 * @return MKRETURNTAG
 * @throws IllegalArgumentException MKTHROWSTAG
 */
@Throws(java.io.IOException::class, IllegalStateException::class)
@Deprecated("mkdeprecatedtext", ReplaceWith("mkReplacement()"))
fun mkFunction(mkAmount: Int, mkName: String?): String {
    require(mkAmount in 1..MK_TOP) { "mkrequiretext" }
    requireNotNull(mkName) { "mkrequirenotnulltext" }
    check(mkReady)
    val mkElvis = mkName.firstOrNull() ?: throw NoSuchElementException("mkelvistext")
    val mkReturned = mkName.lastOrNull() ?: return "mkearlyvalue"
    if (mkAmount == 3) error("mkerrortext")
    return when {
        mkAmount > 5 -> throw UnsupportedOperationException("mkwhentext")
        else -> "x"
    }
}

const val MK_TOP = 99
private var mkReady = false

/** MKCONSTDOC */
const val MK_CONST: Long = 1_000L

@JvmField
val mkTopLevel: List<String> = listOf("mklistvalue")

val String.mkExtensionProperty: Int
    get() = length

fun <T : Any> MkClass<T, *>?.mkExtension(mkExtensionParam: T): T? = null

inline fun <reified T> mkReified(crossinline mkCross: () -> T, noinline mkNo: () -> Unit): T = mkCross()

tailrec fun mkTail(mkTailParam: Int): Int = if (mkTailParam == 0) 0 else mkTail(mkTailParam - 1)

suspend fun <T> mkSuspend(mkBlock: suspend CoroutineReceiver.() -> T): T = TODO("mktodotext")

class CoroutineReceiver

external fun mkExternal(mkHandle: Long): Int

fun <T> mkWhere(mkWhereParam: T): T where T : CharSequence, T : Comparable<T> = mkWhereParam

fun mkMultiline(
    mkLine: Map<String, (Int, String) -> Pair<Int, String>>, // MKPARAMCOMMENT
    vararg mkRest: Int,
    mkNullable: String? = null,
): Sequence<Int> {
    val mkAnonymous = object : MkFactory { val mkAnonymousHidden = 1 }
    return sequenceOf()
}

fun mkContract(mkContractParam: Any?): Boolean {
    contract { returns(true) implies (mkContractParam != null) }
    return mkContractParam != null
}

operator fun MkFinal.getValue(mkThis: Any?, mkProperty: KProperty<*>): Int = 1

fun `mk quoted name`() {}

typealias MkAlias<T> = Map<String, List<T>>

typealias MkHandler = suspend (mkHandlerParam: Int, String) -> Unit

val mkLambda: (Int) -> Int = { mkLambdaParam ->
    val mkLambdaHidden = mkLambdaParam
    mkLambdaHidden
}

val (mkDestructured, mkSecondDestructured) = 1 to 2

expect fun mkExpected(mkExpectedParam: Int): String

actual class MkActual actual constructor()

internal fun mkInternalFun() {}

private class MkPrivateClass

class MkFault(message: String, cause: Throwable? = null) : RuntimeException(message, cause)
