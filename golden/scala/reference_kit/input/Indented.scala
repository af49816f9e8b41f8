package org.example.indented

import org.example.ledger.{MkClass as MkOther, *}
import scala.compiletime.{given, *}
import scala.util.chaining.{given Ordering[Int]}

/** MKENUMDOC */
enum MkColor(val mkRgb: Int) extends java.lang.Enum[MkColor] derives CanEqual:
  /** MKENUMCASEDOC */
  case MkRedCase extends MkColor(0xFF0000)
  case MkGreenCase, MkBlueCase
  def mkEnumMethod: Int = mkRgb

enum MkOption[+T]:
  case MkSome(mkContent: T)
  case MkNone

/** MKGIVENDOC */
given mkGiven: Ordering[MkColor] with
  def compare(mkX: MkColor, mkY: MkColor): Int = 0

given [T: Ordering](using mkUsing: Ordering[T]): Ordering[List[T]] with
  def compare(mkListX: List[T], mkListY: List[T]): Int = 0

given mkAliasGiven: Conversion[String, Int] = _.length

extension [T](mkReceiver: List[T])
  /** MKEXTENSIONDOC */
  def mkExtensionMethod(mkExtra: Int): T =
    val mkExtensionHidden = 1
    mkReceiver.head
  def mkSecondExtension: Option[T] = None

extension (mkText: String) def mkSingleExtension: Int = 1

opaque type MkOpaque <: Int = Int

object MkOpaque:
  def apply(mkOpaqueParam: Int): MkOpaque =
    if mkOpaqueParam < 0 then throw IllegalArgumentException("mkindentedguard")
    mkOpaqueParam

type MkUnion = Int | String
type MkIntersection = Matchable & Product
type MkTypeLambda = [X] =>> Map[X, Int]
type MkContextFunction[T] = Ordering[Int] ?=> T
type MkPolymorphic = [A] => List[A] => Option[A]
type MkDependent = (mkDependent: MkTraitParams) => mkDependent.MkMember
type MkMatchType[X] = X match
  case String => Char
  case Array[t] => t

/** MKTRAITPARAMSDOC */
trait MkTraitParams(val mkTraitParam: String, protected val mkProtectedParam: Int = 2):
  type MkMember
  def mkTraitMethod(using mkContextual: Ordering[Int]): Unit

transparent trait MkTransparent
open class MkOpen(mkOpenParam: Int):
  def mkOpenMethod: Int =
    val mkOpenHidden = 1
    mkOpenHidden
  end mkOpenMethod
end MkOpen

class MkExports(mkPrinter: MkOpen):
  export mkPrinter.{mkOpenMethod as mkExported, *}
  private val mkPrivateInExports = 1

inline def mkInline(inline mkInlineParam: Int, mkPlainParam: => Int): Int = mkInlineParam

transparent inline def mkTransparentInline[T](mkErased: T): Any =
  inline mkErased match
    case _: Int => 1

infix def mkInfixDef(mkInfixParam: Int): Int = 1

/** MKMAINDOC */
@main def mkMain(mkArguments: String*): Unit =
  val mkMainHidden = 1
  println(mkMainHidden)

val mkTopLevelValue: Int = 8
lazy val mkTopLevelLazy = "mktoplevellazy"

def mkTopLevelDef[F[_]: Ordering, T <: Comparable[T]](
    mkMultiline: Map[String, (Int, String)],
    mkNullable: String | Null = null, // MKPARAMCOMMENT
)(using
    mkContext: Ordering[T]
): F[T] =
  require(mkMultiline.nonEmpty, "mktoplevelrequire")
  ???

case class MkDerived(mkDerivedField: Int) derives Ordering, CanEqual

class MkCreator private (mkCreated: Int)
