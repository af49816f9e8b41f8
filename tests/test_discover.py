"""Files: which are listed, and how one is decoded."""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from skeleton.discover import Found, find_files, hash_file, read_text
from skeleton.errors import BadOption, UnknownPath
from skeleton.model import Language

if TYPE_CHECKING:
    from pathlib import Path

LANGUAGES = {
    name: Language(name, extensions, "none:none:none", "")
    for name, extensions in {
        "python": (".py", ".pyi"),
        "javascript": (".js", ".mjs"),
        "typescript": (".ts", ".d.ts"),
    }.items()
}
posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")


def make(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("")


def git(root: Path, *words: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.invalid")
    subprocess.run(["git", *identity, *words], cwd=root, check=True, capture_output=True)


def find(root: Path, *paths: str, **globs: tuple[str, ...]) -> Found:
    return find_files(root, paths, LANGUAGES, **globs)


def names(root: Path, *paths: str, **globs: tuple[str, ...]) -> list[str]:
    return [file.path for file in find(root, *paths, **globs).files]


def reports(found: Found) -> dict[str, str]:
    return {each.path: each.code for each in found.diagnostics}


@pytest.fixture
def no_git(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")


# ---- lists


def test_files_of_known_languages_are_listed_once_and_sorted(tmp_path: Path) -> None:
    make(tmp_path, "b.py", "a/z.py", "a.d.ts", "README.md", ".py", "sub/.hidden.js")

    found = find(tmp_path, "a", ".", "b.py")

    assert [(file.path, file.language) for file in found.files] == [
        ("a.d.ts", "typescript"),
        ("a/z.py", "python"),
        ("b.py", "python"),
        ("sub/.hidden.js", "javascript"),
    ]


def test_paths_count_from_the_root(tmp_path: Path) -> None:
    make(tmp_path, "src/a.py", "other/b.py")

    assert names(tmp_path, "./src/") == ["src/a.py"]


def test_a_path_that_is_not_there_names_its_neighbours(tmp_path: Path) -> None:
    make(tmp_path, "src/rates.py")

    with pytest.raises(UnknownPath) as caught:
        find(tmp_path, "src/rate.py")
    assert caught.value.near == ("src/rates.py",)


def test_a_path_out_of_the_root_is_refused(tmp_path: Path) -> None:
    make(tmp_path, "app/a.py", "secret.py")

    with pytest.raises(BadOption):
        find(tmp_path / "app", "../secret.py")


def test_installed_packages_and_caches_are_not_entered(tmp_path: Path) -> None:
    make(
        tmp_path,
        "app.py",
        "node_modules/left/index.js",
        "env/pyvenv.cfg",
        "env/bin/tool.py",
        "conda/conda-meta/history",
        "conda/lib/python3.11/argparse.py",
        "pkg/__pycache__/stale.py",
        ".git/hooks/hook.py",
        ".github/release.py",
    )

    found = find(tmp_path)

    assert [file.path for file in found.files] == [".github/release.py", "app.py"]
    assert reports(found) == dict.fromkeys(["conda", "env", "node_modules"], "skipped_folder")


def test_a_named_path_wins_over_what_is_skipped(tmp_path: Path) -> None:
    make(tmp_path, "node_modules/left/index.js", "node_modules/left/x.min.js", "env/pyvenv.cfg")
    make(tmp_path, "env/a.py")

    assert names(tmp_path, "node_modules/left") == ["node_modules/left/index.js"]
    assert names(tmp_path, "node_modules/left/x.min.js") == ["node_modules/left/x.min.js"]
    assert names(tmp_path, "env") == ["env/a.py"]


@pytest.mark.parametrize("tracked", [True, False])
def test_a_named_path_wins_over_ignore_rules(tmp_path: Path, tracked: bool) -> None:
    make(tmp_path, "gen/a.py", "gen/b.py", "c.py")
    (tmp_path / ".gitignore").write_text("gen\nc.py\n")
    (tmp_path / "gen/.gitignore").write_text("b.py\n")
    if tracked:
        git(tmp_path, "init", "-q")

    assert names(tmp_path, "gen", "c.py") == ["c.py", "gen/a.py"]


def test_minified_files_are_named(tmp_path: Path) -> None:
    make(tmp_path, "dist/app.min.js")

    assert reports(find(tmp_path)) == {"dist/app.min.js": "minified"}


def test_a_file_in_no_known_language_is_named_when_it_was_asked_for(tmp_path: Path) -> None:
    make(tmp_path, "notes.txt")

    assert reports(find(tmp_path, "notes.txt")) == {"notes.txt": "no_language"}


def test_excluded_files_are_counted_and_win_over_named_ones(tmp_path: Path) -> None:
    make(tmp_path, "a.py", "gen/b_pb2.py", "tests/c.py")

    found = find(tmp_path, ".", "gen/b_pb2.py", exclude=("*_pb2.py", "/tests/"))

    assert ([file.path for file in found.files], found.filtered) == (["a.py"], 2)


def test_include_takes_matching_files_alone(tmp_path: Path) -> None:
    make(tmp_path, "a.py", "gen/b.py", "gen/c.js")

    assert names(tmp_path, include=("gen/**/*.py",)) == ["gen/b.py"]


@pytest.mark.parametrize("option", ["include", "exclude"])
def test_what_is_no_pattern_is_refused(tmp_path: Path, option: str) -> None:
    make(tmp_path, "a.py")

    with pytest.raises(BadOption, match="gen"):
        find(tmp_path, **{option: ("gen\\",)})


@posix
def test_pipes_and_sockets_are_named_and_never_opened(tmp_path: Path) -> None:
    make(tmp_path, "ok.py")
    os.mkfifo(tmp_path / "pipe.py")
    os.mkfifo(tmp_path / ".gitignore")
    with socket.socket(socket.AF_UNIX) as box:
        box.bind(os.path.relpath(tmp_path / "sock.py"))

    found = find(tmp_path)

    assert [file.path for file in found.files] == ["ok.py"]
    assert reports(found) == {"pipe.py": "not_a_file", "sock.py": "not_a_file"}


@posix
def test_a_pipe_as_ignore_file_does_not_stop_a_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skeleton.discover.git.GIT_TIMEOUT_S", 0.5)
    make(tmp_path, "ok.py")
    git(tmp_path, "init", "-q")
    os.mkfifo(tmp_path / ".gitignore")

    assert names(tmp_path) == ["ok.py"]


def test_a_huge_file_is_named_without_being_read(tmp_path: Path) -> None:
    with open(tmp_path / "weights.py", "wb") as file:
        file.truncate(1 << 30)

    assert reports(find(tmp_path)) == {"weights.py": "too_large"}


@posix
def test_links_neither_repeat_files_nor_leave_the_root_nor_loop(tmp_path: Path) -> None:
    make(tmp_path, "outside/secret.py", "app/pkg/real.py")
    app = tmp_path / "app"
    links = {
        "again": "pkg",
        "pkg/up": "..",
        "ping": "pong",
        "pong": "ping",
        "self.py": "self.py",
        "gone.py": "nowhere.py",
        "alias.py": "pkg/real.py",
        "leak": "../outside",
        "leak.py": "../outside/secret.py",
    }
    for link, to in links.items():
        (app / link).symlink_to(to)

    walked = names(app)
    git(app, "init", "-q")
    git(app, "add", "-A")

    assert walked == names(app) == ["pkg/real.py"]
    assert names(app, "again") == ["pkg/real.py"]
    assert names(app, "alias.py") == ["pkg/real.py"]
    with pytest.raises(BadOption):
        find(app, "leak")


@posix
@pytest.mark.parametrize("tracked", [True, False])
@pytest.mark.skipif(sys.platform == "darwin", reason="names are UTF-8 there")
def test_a_name_that_is_not_utf8_is_shown_printable_and_can_be_read(
    tmp_path: Path, tracked: bool
) -> None:
    with open(os.fsencode(tmp_path) + b"/caf\xe9.py", "w") as file:
        file.write("x = 1\n")
    if tracked:
        git(tmp_path, "init", "-q")

    (found,) = find(tmp_path).files

    assert found.path == "caf\\xe9.py"
    assert read_text(tmp_path, found.path).data == b"x = 1\n"
    assert names(tmp_path, found.path) == [found.path]


@posix
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root reads everything")
def test_a_folder_that_cannot_be_listed_is_named(tmp_path: Path) -> None:
    make(tmp_path, "ok.py", "closed/a.py")
    (tmp_path / "closed").chmod(0)

    found = find(tmp_path)
    (tmp_path / "closed").chmod(0o700)

    assert reports(found) == {"closed": "unreadable"}


# ---- repositories


def test_tracked_files_count_whatever_is_ignored_and_deleted_ones_do_not(tmp_path: Path) -> None:
    make(tmp_path, "kept.py", "gone.py", "new.py", "built.py")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "kept.py", "gone.py")
    (tmp_path / ".gitignore").write_text("kept.py\nbuilt.py\n")
    (tmp_path / "gone.py").unlink()

    assert names(tmp_path) == ["kept.py", "new.py"]


@pytest.mark.parametrize("answers", [True, False])
def test_rules_above_the_start_count(
    tmp_path: Path, answers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path, "src/drop1.py", "src/drop2.py", "src/build/made.py", "src/kept.py", "src/x.py")
    (tmp_path / ".gitignore").write_text("drop1.py\nsrc/drop2.py\nbuild/\n")
    git(tmp_path, "init", "-q")
    (tmp_path / ".git/info/exclude").write_text("x.py\n")
    if not answers:
        monkeypatch.setenv("PATH", "")

    assert names(tmp_path / "src") == names(tmp_path / "src", ".") == ["kept.py"]
    assert names(tmp_path, "src") == ["src/kept.py"]


def test_a_project_inside_an_ignored_folder_is_listed(tmp_path: Path) -> None:
    make(tmp_path, "scratch/project/a.py", "scratch/project/b.py")
    (tmp_path / ".gitignore").write_text("scratch\n")
    git(tmp_path, "init", "-q")
    (tmp_path / "scratch/project/.gitignore").write_text("b.py\n")

    assert names(tmp_path / "scratch/project") == ["a.py"]


@pytest.mark.usefixtures("no_git")
def test_a_negation_below_an_ignored_folder_does_not_reach(tmp_path: Path) -> None:
    make(tmp_path, "out/wanted.py", "logs/top.py", "logs/sub/deep.py")
    (tmp_path / ".gitignore").write_text("out\n!out/wanted.py\nlogs/*.py\n!logs/**/deep.py\n")

    assert names(tmp_path) == ["logs/sub/deep.py"]


def test_the_walk_lists_what_git_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["*", "**", "a", "b", "é", "a*", "?", "*.py", "m.py", "[ab]", "[!a]*", "\\!q", "x "]
    words += ["[[:alpha:]].*", "[![:digit:]]"]
    words += ["q\\", "[z-a]"]  # no patterns: they fit nothing, and the others still count
    pick = random.Random(7)
    for number in range(40):
        root = tmp_path / str(number)
        root.mkdir()
        git(root, "init", "-q")
        folders = [root]
        for _ in range(6):
            folders.append(pick.choice(folders) / pick.choice(["a", "b", "é", "x.y"]))
            folders[-1].mkdir(exist_ok=True)
        for folder in folders:
            make(folder, "m.py", pick.choice(["n.py", "!q.py"]))
            patterns = (
                pick.choice(["", "", "!"])
                + pick.choice(["", "", "/"])
                + "/".join(pick.choices(words, k=pick.choice([1, 1, 2, 3])))
                + pick.choice(["", "", "/"])
                for _ in range(3)
            )
            (folder / ".gitignore").write_text("\n".join(patterns), "utf-8")

    listed = {str(number): names(tmp_path / str(number)) for number in range(40)}
    monkeypatch.setenv("PATH", "")

    assert {number: names(tmp_path / number) for number in listed} == listed


def test_a_repository_inside_a_repository_is_listed_by_its_own_rules(tmp_path: Path) -> None:
    make(tmp_path, "main.py", "libs/dep/dep.py", "libs/dep/tmp.py", "sub/a.py", "broken/b.py")
    (tmp_path / ".gitignore").write_text("dep.py\n")
    for folder in (tmp_path, tmp_path / "libs/dep", tmp_path / "sub"):
        git(folder, "init", "-q")
    (tmp_path / "libs/dep/.gitignore").write_text("tmp.py\n")
    (tmp_path / "broken/.git").write_text("gitdir: ../nowhere\n")
    git(tmp_path / "sub", "add", "-A")
    git(tmp_path / "sub", "commit", "-q", "-m", "a")
    git(tmp_path, "add", "sub")  # a link to a commit, as a submodule is

    assert names(tmp_path) == ["broken/b.py", "libs/dep/dep.py", "main.py", "sub/a.py"]


def test_a_link_to_a_repository_that_is_nowhere_leaves_the_walk(tmp_path: Path) -> None:
    make(tmp_path, "work.py", "drop.py")
    (tmp_path / ".git").write_text("gitdir: ../nowhere/.git/worktrees/tree\n")
    (tmp_path / ".gitignore").write_text("drop.py\n")

    assert names(tmp_path) == ["work.py"]


def test_a_hostile_repository_runs_nothing(tmp_path: Path) -> None:
    root = tmp_path / "repository"
    make(root, "a.py")
    git(root, "init", "-q")
    command = f"touch {tmp_path}/ran"
    git(root, "config", "core.fsmonitor", command)
    git(root, "config", "core.sshCommand", command)
    git(root, "config", "core.pager", command)
    git(root, "config", "core.askPass", command)

    assert names(root) == ["a.py"]
    assert not (tmp_path / "ran").exists()


def test_the_variables_of_a_running_hook_do_not_mislead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path, "other/b.py", "mine/a.py")
    git(tmp_path / "other", "init", "-q")
    git(tmp_path / "mine", "init", "-q")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other/.git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "other"))

    assert names(tmp_path / "mine") == ["a.py"]


# ---- one file


def write(root: Path, name: str, raw: bytes) -> str:
    (root / name).write_bytes(raw)
    return name


def code_of(root: Path, name: str, raw: bytes) -> str:
    source = read_text(root, write(root, name, raw))
    (said,) = source.diagnostics
    assert source.data == b""
    return said.code


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"a = 1\r\nb = 2\rc = 3\n", "a = 1\nb = 2\nc = 3\n"),
        (b"\xef\xbb\xbfa = 1\r\n", "a = 1\n"),
        (b"# -*- coding: latin-1 -*-\na = '\xe9'\n", "# -*- coding: latin-1 -*-\na = 'é'\n"),
        (b"#!/x\r# vim: fileencoding=cp1252 :\r'\x80'", "#!/x\n# vim: fileencoding=cp1252 :\n'€'"),
        (b"class A:\n\f    b = 1\n  \f\n\fd = '\f'\n", "class A:\n    b = 1\n\nd = ' '\n"),
        ("x = '\ufffd'\n".encode(), "x = '\ufffd'\n"),
        (b"", ""),
    ],
)
def test_python_text_is_utf8_with_line_feeds(tmp_path: Path, raw: bytes, text: str) -> None:
    source = read_text(tmp_path, write(tmp_path, "a.py", raw))

    assert source.data.decode() == text
    assert source.diagnostics == ()


def test_a_coding_line_is_a_comment_on_one_of_two_lines_of_python(tmp_path: Path) -> None:
    third = read_text(tmp_path, write(tmp_path, "a.py", b"\n\n# coding: latin-1\nx = '\xc3\xa9'"))
    code = read_text(tmp_path, write(tmp_path, "b.py", b"x = 1\n# coding: latin-1\n'\xc3\xa9'"))
    other = read_text(tmp_path, write(tmp_path, "c.js", b"# coding: latin-1\n'\xc3\xa9'"))

    assert all("é" in each.data.decode() for each in (third, code, other))


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        (b'"""Caf\xe9, \xc3\xa9."""\n', 1),
        (b"# coding: ascii\n# \xe9\n'\xc3\xa9'", 2),
        (b"# coding: no-such\n# \xe9\n'\xc3\xa9'", 1),
        (b"# coding: base64\n# \xe9\n'\xc3\xa9'", 1),
    ],
)
def test_odd_bytes_are_read_as_latin1_with_a_warning(tmp_path: Path, raw: bytes, line: int) -> None:
    source = read_text(tmp_path, write(tmp_path, "a.py", raw))
    (said,) = source.diagnostics

    assert source.data.decode().count("é") == 2
    assert (said.path, said.severity, said.code, said.line) == ("a.py", "warning", "encoding", line)


def test_text_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    assert code_of(tmp_path, "wide.py", "x = 1\n".encode("utf-16")) == "undecodable"
    assert code_of(tmp_path, "blob.py", b"x = 1\ny = '\0'\n") == "binary"
    assert code_of(tmp_path, "app.js", b"!function(){" + b"var a=f(1);" * 9_000) == "minified"


def test_a_zero_byte_is_reported_with_its_line(tmp_path: Path) -> None:
    (said,) = read_text(tmp_path, write(tmp_path, "a.py", b"x = 1\r\ny = '\0'\n")).diagnostics

    assert said.line == 2


def test_one_long_string_is_not_minified_code(tmp_path: Path) -> None:
    raw = b"export const DATA = '" + b"YWJjZGVm" * 50_000 + b"';\nexport function read() {}\n"

    assert read_text(tmp_path, write(tmp_path, "a.js", raw)).data == raw


def test_large_text_is_read_unless_it_is_generated(tmp_path: Path) -> None:
    rows = b"    ('K', 1),\n" * 80_000

    assert read_text(tmp_path, write(tmp_path, "a.py", b"X = [\n" + rows + b"]\n")).data
    assert code_of(tmp_path, "b.py", b"# Generated by x\nX = [\n" + rows + b"]\n") == "too_large"
    assert code_of(tmp_path, "c.py", b"X = '" + b"a" * 1_100_000 + b"'\n") == "too_large"
    assert code_of(tmp_path, "d.py", b"# a\n" * 2_200_000) == "too_large"


def test_what_is_gone_or_closed_or_elsewhere_is_said(tmp_path: Path) -> None:
    make(tmp_path, "app/pkg/a.py", "out/b.py")
    app = tmp_path / "app"
    (app / "leak").symlink_to("../out")
    (app / "leak.py").symlink_to("../out/b.py")
    (app / "within.py").symlink_to("pkg/a.py")

    codes = {
        path: [said.code for said in read_text(app, path).diagnostics]
        for path in ("gone.py", "leak/b.py", "leak.py", "pkg", "within.py")
    }

    assert codes == {
        "gone.py": ["vanished"],
        "leak/b.py": ["outside"],
        "leak.py": ["outside"],
        "pkg": ["not_a_file"],
        "within.py": [],
    }


@posix
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")

    assert [said.code for said in read_text(tmp_path, "pipe.py").diagnostics] == ["not_a_file"]


def test_the_hash_is_that_of_the_bytes_on_disk(tmp_path: Path) -> None:
    write(tmp_path, "a.py", b"\xef\xbb\xbfx = 1\r\n")
    write(tmp_path, "b.py", b"x = 1\n")
    first, second = read_text(tmp_path, "a.py"), read_text(tmp_path, "b.py")

    assert first.data == second.data
    assert first.content_hash != second.content_hash
    assert hash_file(tmp_path, "a.py") == first.content_hash
    assert hash_file(tmp_path, "gone.py") == ""
