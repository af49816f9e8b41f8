"""Packages by folder: Java, Kotlin and Scala, read from projects as they are laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.running import run

if TYPE_CHECKING:
    from pathlib import Path

CORE = """package a.core

class Money(val cents: Int) {
  companion object {
    val ZERO = Money(0)
    fun other() = 1
  }
}
fun Money.isZero() = cents == 0
fun size() = 1
"""


def write(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")


def shown(folder: Path, target: str) -> str:
    printed = run(["map", ".", "--scope", "used", "--no-tests", "--deps-of", target], folder)
    assert "not found" not in printed.out
    return printed.out


@pytest.mark.parametrize(
    ("home", "target"),
    [
        ("src/main/kotlin/a/core", "src/main/kotlin/a/app"),
        ("src/main/kotlin/core", "src/main/kotlin/app"),  # shared parts of a package left out
        ("src/commonMain/kotlin/a/core", "src/jvmMain/kotlin/a/app"),
        ("commonMain/src/a/core", "jvmTest/src/a/app"),
        ("src/main/java/a/core", "src/main/kotlin/a/app"),
    ],
)
def test_a_companion_and_an_extension_of_kotlin_are_found(
    home: str, target: str, tmp_path: Path
) -> None:
    source = "package a.app\n\nimport a.core.Money\nimport a.core.Money.Companion.ZERO\n"
    source += "import a.core.isZero\n\nfun f(ids: List<Int>) = ZERO.isZero() && ids.size > 1\n"
    write(tmp_path, {f"{home}/Money.kt": CORE, f"{target}/App.kt": source})

    out = shown(tmp_path, f"{target}/App.kt")

    assert "val ZERO = Money(0)" in out
    assert "fun Money.isZero()" in out
    assert "fun size()" not in out


def test_files_of_a_package_see_extensions_of_one_another(tmp_path: Path) -> None:
    target = "package a.core\n\nfun f(m: Money) = m.isZero() && Money.other() > 1\n"
    home = "src/commonMain/kotlin/a/core"
    write(tmp_path, {f"{home}/Money.kt": CORE, "src/jvmMain/kotlin/a/core/App.kt": target})

    out = shown(tmp_path, "src/jvmMain/kotlin/a/core/App.kt")

    assert "fun Money.isZero()" in out
    assert "fun other()" in out


def test_a_package_object_of_scala_belongs_to_its_package(tmp_path: Path) -> None:
    files = {
        "src/main/scala/a/core/package.scala": "package a\n\npackage object core {\n"
        "  val Limit = 10\n  def unused = 1\n}\n",
        "src/main/scala/a/app/App.scala": "package a.app\n\nimport a.core.{Limit => Most}\n\n"
        "object App { def f = Most }\n",
    }
    write(tmp_path, files)

    out = shown(tmp_path, "src/main/scala/a/app/App.scala")

    assert "val Limit = 10" in out
    assert "def unused" not in out


def test_a_constant_of_a_nested_type_of_java_is_imported(tmp_path: Path) -> None:
    files = {
        "src/a/Outer.java": "package a;\npublic class Outer { public enum Way { UP, DOWN } }\n",
        "src/b/App.java": "package b;\nimport static a.Outer.Way.UP;\n"
        "class App { Object o = UP; }\n",
    }
    write(tmp_path, files)

    assert "UP" in shown(tmp_path, "src/b/App.java").partition("Outer.java")[2]


def test_members_of_java_are_found_by_the_types_of_names(tmp_path: Path) -> None:
    files = {
        "src/a/Helper.java": "package a;\nclass Helper { Deep deep() { return null; } }\n",
        "src/a/Deep.java": "package a;\nclass Deep { void go() {} void other() {} }\n",
        "src/a/App.java": "package a;\nclass App { Helper helper;\n"
        "  void run(Helper given) { var one = given.deep(); helper.deep().go(); } }\n",
    }
    write(tmp_path, files)

    out = shown(tmp_path, "src/a/App.java")

    assert "Deep deep()" in out
    assert "void go()" in out


def test_modules_within_a_module_are_found(tmp_path: Path) -> None:
    files = {
        "kernel/shared/src/main/scala/a/kernel/Ref.scala": "package a.kernel\n\ntrait Ref\n",
        "std/jvm/src/main/scala/a/std/App.scala": "package a.std\n\nimport a.kernel.Ref\n\n"
        "class App(ref: Ref)\n",
    }
    write(tmp_path, files)

    assert "trait Ref" in shown(tmp_path, "std/jvm/src/main/scala/a/std/App.scala")
