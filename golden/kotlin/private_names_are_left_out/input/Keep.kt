@file:JvmName("FileName")
package keep.kit

import kotlin.reflect.KClass
import kotlin.math.max as keepMax

/** keep_annotation_doc */
annotation class KeepAnnotation(val keepModules: Array<KClass<*>> = [], val name: String = "(none)")

const val KEEP_CONST: Int = 3
val keepLambda = KeepCheck { hiddenLambda(it) == 0 && hiddenMore(it) }
var keepDelegated: String by lazy { "hiddenLazy" }
val Int.keepExtensionProperty: Int get() = hiddenThis(this)
private val keepPrivate = 1

/** Accepts: keep_interface_doc. */
fun interface KeepCheck { fun keepAccept(item: Int): Boolean }

@KeepAnnotation(name = "keep_use)")
interface KeepComponent {
    val keepSize: Int
    fun keepOpen(path: String, mode: Int = 0): KeepCheck?
    fun keepClose() { val hiddenClose = keepSize }
}

/**
 * A class: keep_class_doc.
 *
 * @property limit keep_property_doc
 */
open class KeepMachine<R : Any>(
    override val keepSize: Int,
    protected val keepLimit: R? = null,
    private val action: () -> Unit = { println("hiddenDefault") }
) : KeepComponent, Comparable<KeepMachine<R>> by KeepOrder(keepSize) where R : Comparable<R> {
    @Throws(IllegalStateException::class)
    override fun keepOpen(path: String, mode: Int): KeepCheck? {
        val hiddenOpen = path
        fun hiddenLocal() {}
        return null
    }

    constructor(keepText: String) : this(hiddenLength(keepText)) { val hiddenSecond = keepText }

    init { println("hiddenInit") }

    var keepAccessors: Int = 1
        get() = hiddenGet()
        private set(value) { field = hiddenSet(value) }

    lateinit var keepLate: String
    protected open fun keepProtected() {}
    internal fun keepInternal() {}
    private fun keepPrivateMethod() {}

    companion object KeepCompanion {
        const val KEEP_MAX = 9
        @JvmStatic fun <T : Any> keepOf(vararg keepItems: T): KeepMachine<T> where T : Comparable<T> = hiddenMake(keepItems)
    }

    inner class KeepInner
}

data class KeepData(val keepFirst: Int, var keepSecond: String = "x")
sealed class KeepSealed { data class KeepCase(val x: Int) : KeepSealed(); object KeepSingle : KeepSealed() }
enum class KeepEnum(val code: Int) {
    /** keep_entry_doc */
    KEEP_RED(1),
    KEEP_GREEN(2) { override fun keepEnumMethod() = 2 };
    open fun keepEnumMethod() = 1
}
object KeepObject : KeepCheck { override fun keepAccept(item: Int) = true }
typealias KeepAlias<T> = List<T>
@JvmInline value class KeepValue(val s: String)

suspend inline fun <reified T> String.keepExtension(crossinline keepBlock: (Int) -> Unit = {}): T = hiddenTodo()
operator fun KeepData.plus(keepOther: KeepData): KeepData = hiddenPlus()
infix fun Int.keepInfix(other: Int) = this
tailrec fun keepOverload(a: Int) {}
fun keepOverload(a: String): Unit = Unit
