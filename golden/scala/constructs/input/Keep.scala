package keep.kit

import scala.collection.mutable.{Map => KeepMap, Set}

/** keep_class_doc
  *
  * @throws IllegalArgumentException keep_throws_doc
  */
@deprecated("keep_annotation", "1")
sealed abstract class KeepClass[T <: Comparable[T]](val keepSize: Int, private val keepName: String = "a")(implicit keepImplicit: Ordering[T])
    extends KeepBase[T](1)
    with KeepMixin {
  val KeepValue: Int = 3
  private[kit] var keepVar: Int = 2
  lazy val keepLazy = keepLazyValue()

  /** keep_method_doc */
  def keepMethod[U](keepA: U, keepRest: Int*)(implicit keepC: Ordering[U]): Int = {
    val hiddenPut = 1
    def hiddenLocal = 2
    hiddenPut
  }
  def keepMethod(keepOverload: String): Int = hiddenOne
  def keepAbstract: Int
  type KeepType = Int
  type KeepBound <: Comparable[T]
  protected def keepProtected(): Unit = ()
  private def keepPrivate(): Unit = hiddenPrivate()
  override def toString = "hiddenText"
  def +(keepOther: Int): Int = keepOther
  def this(keepSecondary: Int) = this(hiddenThis(keepSecondary), "x")
  class KeepInner
  given keepGiven: Ordering[Int] = hiddenGiven
}

/** keep_case_doc */
case class KeepCase(keepFirst: Int, keepSecond: String = "x")
case object KeepCaseObject extends KeepBase
object KeepObject {
  final val KeepConst = 9
  def apply(keepApply: Int): Int = hiddenApply(keepApply)
}

/** keep_trait_doc */
trait KeepTrait { self: KeepMixin =>
  def keepRequired(): Int
  def keepDefault(): Int = hiddenDefault()
}

enum KeepEnum(val keepCode: Int) {
  case KeepRed extends KeepEnum(1)
  case KeepGreen extends KeepEnum(2)
}

extension (keepString: String) def keepExtension: String = hiddenExtension

/** keep_function_doc */
def keepTopLevel(keepX: Int)(using keepUsing: Ordering[Int]): Int =
  val hiddenTop = keepX
  hiddenTop

val keepTopValue: Int = 1
opaque type KeepOpaque = Int
implicit class KeepImplicit(keepWrapped: Int) { def keepGo: Int = hiddenGo }

object KeepIndented:
  def keepIndented(x: Int): Int = hiddenIndented(x)
