/* MKLICENSEHIDDEN */
package org.example
package ledger

import java.io.{Closeable, IOException => MkRenamed, File => _}
import scala.collection.mutable
import scala.util.control.NonFatal, scala.concurrent._

/** MKPACKAGEOBJECTDOC */
package object mkpackage {
  type MkInPackage = Map[String, Int]
  val mkPackageValue = "mkpackagevalue"
}

/** MKCLASSDOC of a class.
  *
  * MKSECONDPARAGRAPH
  *
  * @tparam A MKTYPEPARAMDOC
  * @param mkVal MKPARAMTAG
  * @constructor MKCONSTRUCTORTAG
  */
@SerialVersionUID(42L)
@deprecated("mkdeprecatedtext", since = "1.1")
abstract class MkClass[+A <: AnyRef, -B >: Null, F[_], C: Ordering] @mkInject() protected (
    mkPlain: Int,
    val mkVal: String = "mkdefaultvalue",
    private[ledger] var mkVar: List[A],
    mkVarargs: Double*
)(implicit mkImplicitParam: Ordering[String])
    extends MkBase(mkPlain)
    with MkTrait[Int]
    with Serializable { mkSelf: Closeable =>

  require(mkPlain >= MkClass.MkMinimum, "mkrequiretext")

  println("mkStatementHidden")

  /** MKSECONDARYDOC */
  def this(mkSecondary: Long) = {
    this(mkSecondary.toInt, "mkdelegated", Nil)(null)
    val mkSecondaryHidden = 1
  }

  /** MKVALDOC */
  val mkTyped: Map[String, List[Int]] = Map.empty
  var mkMutable: Option[A] = None
  lazy val mkLazy: Int = {
    val mkLazyHidden = 5
    mkLazyHidden
  }
  val mkAbstractValue: A
  protected[this] val mkProtectedThis = 0x1F
  private[this] var mkPrivate: Any = null
  val mkFirst, mkSecond: Int = 3
  val (mkTupled, MkExtracted(mkInside)) = mkPair

  type MkAbstractType <: { def mkStructural(mkStructuralParam: Int): String; val mkStructuralValue: Int }
  type MkHigher[X] = Either[MkFault, X]
  type MkBounded >: Null <: AnyRef

  /** MKMETHODDOC
    *
    * @return MKRETURNTAG
    * @throws MkFault MKTHROWSTAG
    */
  @throws[MkFault]("mkthrowsannotation")
  @inline final def mkMethod[X <: A, Y](mkAmount: Int, mkNames: String*)(mkByName: => X)(implicit mkEvidence: Ordering[Y]): Either[MkFault, X] = {
    if (mkAmount < 0) throw new MkFault("mkguardtext")
    if (mkAmount > MkClass.MkMaximum) return Left(new MkFault("mklefttext"))
    assert(mkNames.nonEmpty, "mkasserttext")
    val mkBodyHidden = mkByName
    def mkLocalHidden = 1
    class MkLocalClassHidden
    // MKCOMMENTHIDDEN
    Right(mkBodyHidden)
  }

  def mkAbstract(mkAbstractParam: A => B): this.type
  def mkProcedure(mkProcedureParam: Int) { println("mkProcedureHidden") }
  def mkUntyped = "mkuntypedvalue"
  def mkParenless: Int
  override def toString(): String = "mk"
  protected def mkProtected(mkDefault: Int = 7): mkSelf.MkInner = new MkInner
  private[ledger] def mkQualified: Unit = ()
  def +(mkOperand: Int): Int = 1
  def unary_! : Boolean = true
  def mkField_=(mkAssigned: Int): Unit = ()
  def `mk quoted name`: Int = 1
  implicit def mkConversion(mkConverted: Int): MkRich = new MkRich(mkConverted)
  implicit val mkImplicitVal: Ordering[A]

  class MkInner { val mkOuter = MkClass.this }
  object MkInnerObject { val mkInnerObjectValue = 1 }

  def mkMatch(mkMatched: Any): Int = mkMatched match {
    case mkNumber: Int if mkNumber > 3 => mkNumber
    case "mkcase" => throw new IllegalStateException("mkmatchtext")
    case _ => sys.error("mksyserrortext")
  }

  def mkAnonymous: Closeable = new Closeable { def close(): Unit = { val mkAnonymousHidden = 1 } }

  def mkTry(): Unit = try mkParenless catch { case NonFatal(e) => throw new MkFault("mkcatchtext", e) }
}

/** MKCOMPANIONDOC */
object MkClass extends MkFactory[Int] {
  final val MkLimit = 15_000
  private val MkMinimum = 17
  val MkMaximum = 99L
  def apply(mkApplied: Int*): MkClass[Null, Null, List, Int] = ???
  def unapply(mkUnapplied: String): Option[(Int, String)] = None
  implicit object MkImplicitObject extends Ordering[MkFault] { def compare(x: MkFault, y: MkFault) = 0 }
  implicit class MkRich(val mkRichValue: Int) extends AnyVal {
    def mkExtension(mkExtensionParam: String): String = mkExtensionParam
  }
}

class MkBase(val mkBaseValue: Int)

trait MkFactory[T]

/** MKTRAITDOC */
sealed trait MkTrait[@specialized(Int, Long) T] extends Any with Equals {
  def mkRequired(mkRequiredParam: T): Unit
  /** MKPROVIDEDDOC */
  def mkProvided: T = {
    val mkProvidedHidden = 1
    ???
  }
}

/** MKCASEDOC */
final case class MkCase[T](mkComponent: T, mkDefaulted: Int = 3)(val mkSecondList: String) extends MkTrait[T] {
  require(mkDefaulted > 0)
  def mkRequired(mkRequiredParam: T) = ()
}

case object MkCaseObject extends MkFactory[String]

class MkFault(mkMessage: String, mkCause: Throwable = null) extends Exception(mkMessage, mkCause)

object MkEnumeration extends Enumeration {
  type MkEnumeration = Value
  val MkRed, MkGreen = Value
  val MkBlue = Value(4, "mkbluevalue")
}

class mkInject extends scala.annotation.StaticAnnotation

object MkFunctions {
  val mkLambda: Int => Int = { mkLambdaParam =>
    val mkLambdaHidden = 1
    mkLambdaParam
  }
  val mkPartial: PartialFunction[Int, String] = {
    case 1 => "mkPartialHidden"
  }
  def mkCurried(mkA: Int)(mkB: Int)(f: (Int, Int) => Int): Int = f(mkA, mkB)
  def mkExistential(mkList: List[_ <: Number]): Class[_] = null
  def mkCompound(mkWith: Closeable with Serializable { def mkRefined: Int }): Unit = ()
  def mkSingleton(mkOne: MkCaseObject.type): MkClass[_, _, List, Int]#MkInner = null
  def mkNative(mkHandle: Long): Int = macro mkImplementation
}
