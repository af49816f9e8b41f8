"""The texts for harnesses: each parses, each is written once, and nothing of a file is lost."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from skeleton.cli.harnesses import Snippet, read_text, snippets_by_harness
from skeleton.cli.hook import hook_of
from tests.running import ROOT, run

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("claude-code", "codex", "cursor", "gemini", "copilot", "aider", "openhands")
SNIPPETS = [(name, snippet) for name, those in snippets_by_harness().items() for snippet in those]
TEXTS = sorted(path.name for path in (ROOT / "skeleton" / "cli" / "texts").iterdir())


def commands(text: str) -> list[list[str]]:
    """Every command line of this tool in a text, up to what a shell would end it at."""
    found = re.findall(r"(?<![\w/-])skeleton (?:map|show|diff|verify|mcp|skill)\b[^`\"\n&]*", text)
    return [shlex.split(one)[1:] for one in found]


def parse(snippet: Snippet) -> Any:
    """What a program would read in a text, by the end of its name."""
    text = snippet.content
    match snippet.text.rpartition(".")[2]:
        case "json":
            return json.loads(text)
        case "toml":
            return tomllib.loads(text)
        case "yml":
            return yaml.safe_load(text)
        case "sh":
            subprocess.run(["bash", "-n"], input=text, text=True, check=True)
            return text
        case _ if text.startswith("---\n"):
            return yaml.safe_load(text.split("---\n")[1])
        case _:
            assert text.startswith("## ")
            return text


def test_every_harness_has_its_texts() -> None:
    assert tuple(snippets_by_harness()) == NAMES
    used = {snippet.text for _, snippet in SNIPPETS}
    assert used | {"harnesses.toml"} == set(TEXTS)


@pytest.mark.parametrize(("name", "snippet"), SNIPPETS, ids=lambda one: getattr(one, "to", one))
def test_a_text_parses(name: str, snippet: Snippet) -> None:
    assert parse(snippet)


@pytest.mark.parametrize("text", TEXTS)
def test_a_command_in_a_text_is_one_that_this_tool_takes(text: str, tmp_path: Path) -> None:
    (tmp_path / "target.py").write_text("def rate() -> None: ...\n")
    (tmp_path / ".skeleton").mkdir()
    for words in commands(read_text(text)):
        words = ["target.py" if word in ("FILE", "$ARGUMENTS") else word for word in words]
        if words[0] != "map":
            continue
        printed = run(words, tmp_path)
        assert printed.code == 0, (words, printed.err)
        if hook_of(words):
            assert json.loads(printed.out)


COMMAND = "skeleton map --detail names --hook "
KEYS = {  # as the documents say that `harnesses.toml` names
    "mcp.json": ("mcpServers", "skeleton", "command", "uvx"),
    "vscode-mcp.json": ("servers", "skeleton", "type", "stdio"),
    "codex.toml": ("mcp_servers", "skeleton", "command", "uvx"),
    "openhands.toml": ("mcp", "stdio_servers", 0, "name", "skeleton"),
    "claude-settings.json": ("hooks", "SessionStart", 0, "hooks", 0, "command", "SessionStart"),
    "gemini-settings.json": ("hooks", "SessionStart", 0, "hooks", 0, "command", "gemini"),
    "cursor-hooks.json": ("hooks", "sessionStart", 0, "command", "cursor"),
    "copilot-hooks.json": ("hooks", "sessionStart", 0, "command", "copilot"),
    "aider.conf.yml": ("read", 0, ".skeleton/ctx.md"),
    "cursor-rule.mdc": ("alwaysApply", False),
}


@pytest.mark.parametrize("text", KEYS)
def test_keys_are_those_that_the_harness_reads(text: str) -> None:
    (snippet,) = {one.text: one for _, one in SNIPPETS if one.text == text}.values()
    *path, wanted = KEYS[text]
    held = parse(snippet)
    for key in path:
        held = held[key]

    assert held == (COMMAND + str(wanted) if path[0] == "hooks" else wanted)


def test_hooks_have_the_version_and_the_type_that_their_harness_asks_for() -> None:
    held = {text: json.loads(read_text(text)) for text in TEXTS if text.endswith(".json")}

    assert held["cursor-hooks.json"]["version"] == held["copilot-hooks.json"]["version"] == 1
    for text, event in (
        ("claude-settings.json", "SessionStart"),
        ("gemini-settings.json", "SessionStart"),
    ):
        (group,) = held[text]["hooks"][event]
        assert [hook["type"] for hook in group["hooks"]] == ["command"]
    matcher = held["claude-settings.json"]["hooks"]["SessionStart"][0]["matcher"]
    assert set(matcher.split("|")) <= {"startup", "resume", "clear", "compact"}
    assert held["copilot-hooks.json"]["hooks"]["sessionStart"][0]["type"] == "command"


def test_servers_are_started_by_a_command_that_is_there() -> None:
    for name, snippet in SNIPPETS:
        if "mcp" in snippet.content and snippet.text.endswith((".json", ".toml")):
            said = json.dumps(parse(snippet))
            assert '"args": ["--from", "skeleton-map[mcp]", "skeleton", "mcp", "."]' in said, name


def test_the_snippets_of_the_readme_are_those_that_are_written() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    _, _, part = readme.partition("<summary>What is written</summary>")
    blocks = re.findall(r"^```\w+\n(.*?)^```$", part.partition("</details>")[0], re.M | re.S)
    known = {snippet.content: name for name, snippet in SNIPPETS}

    assert [block for block in blocks if block not in known] == []
    assert {name for name, snippet in SNIPPETS if snippet.content in blocks} == set(NAMES)


def test_the_skill_has_a_name_and_says_when_to_use_it() -> None:
    printed = run(["skill"], ROOT)
    head = yaml.safe_load(printed.out.split("---\n")[1])

    assert printed.code == 0
    assert set(head) == {"name", "description"}
    assert re.fullmatch(r"[a-z0-9-]{1,64}", head["name"])
    assert len(head["description"]) <= 1024


@pytest.mark.parametrize("name", NAMES)
def test_setup_prints_each_file_and_writes_nothing(name: str, tmp_path: Path) -> None:
    printed = run(["setup", name], tmp_path)

    assert printed.code == 0
    for snippet in snippets_by_harness()[name]:
        assert f"# {snippet.to}\n\n{snippet.content}" in printed.out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_second_setup_changes_nothing(name: str, tmp_path: Path) -> None:
    first = run(["setup", name, "--write"], tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    second = run(["setup", name, "--write"], tmp_path)

    assert first.code == second.code == 0
    assert first.out.startswith("--- /dev/null\n+++ b/")
    assert second.out == ""
    assert "nothing to change" in second.err
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}


def test_what_a_file_holds_is_kept(tmp_path: Path) -> None:
    settings = tmp_path / ".claude" / "settings.json"
    settings.parent.mkdir()
    own = {"type": "command", "command": "date"}
    settings.write_text(
        json.dumps({"model": "x", "hooks": {"SessionStart": [{"hooks": [own]}], "Stop": []}})
    )
    (tmp_path / "AGENTS.md").write_text("# Ours\n\nKeep.\n")
    config = tmp_path / ".codex" / "config.toml"
    config.parent.mkdir()
    config.write_text("# a remark\nmodel = 'x'\n\n[mcp_servers.other]\ncommand = 'y'\n")

    for name in ("claude-code", "codex"):
        assert run(["setup", name, "--write"], tmp_path).code == 0

    held = json.loads(settings.read_text())
    assert held["model"] == "x"
    assert held["hooks"]["SessionStart"][0] == {"hooks": [own]}
    assert len(held["hooks"]["SessionStart"]) == 2
    assert (tmp_path / "AGENTS.md").read_text().startswith("# Ours\n\nKeep.\n\n<!-- skeleton-setup")
    assert config.read_text().startswith("# a remark\n")
    assert set(tomllib.loads(config.read_text())["mcp_servers"]) == {"other", "skeleton"}


def test_a_block_is_replaced_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "GEMINI.md"
    old = "<!-- skeleton-setup:begin -->\nold\n<!-- skeleton-setup:end -->\n"
    path.write_text(f"before\n{old}after\n")

    run(["setup", "gemini", "--write"], tmp_path)

    text = path.read_text()
    assert text.startswith("before\n<!-- skeleton-setup:begin -->\n## Interfaces")
    assert text.endswith("<!-- skeleton-setup:end -->\nafter\n")
    assert "old" not in text


@pytest.mark.parametrize(
    ("name", "path", "text"),
    [
        ("copilot", ".vscode/mcp.json", "// a remark\n{}\n"),
        ("cursor", ".cursor/mcp.json", "[]\n"),
        ("codex", ".codex/config.toml", "= broken\n"),
        ("codex", ".codex/config.toml", "[mcp_servers.skeleton]\ncommand = 'mine'\n"),
        ("aider", ".aider.conf.yml", "model: x\n"),
    ],
)
def test_a_file_that_cannot_be_merged_stops_everything(
    name: str, path: str, text: str, tmp_path: Path
) -> None:
    (tmp_path / path).parent.mkdir(exist_ok=True)
    (tmp_path / path).write_text(text)

    printed = run(["setup", name, "--write"], tmp_path)

    assert printed.code == 2
    assert path in printed.err
    assert "by hand" in printed.err
    assert [one for one in tmp_path.rglob("*") if one.is_file()] == [tmp_path / path]
    assert (tmp_path / path).read_text() == text


def test_a_link_out_of_the_project_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    project = tmp_path / "project"
    project.mkdir()
    (project / ".claude").symlink_to(tmp_path / "outside")

    printed = run(["setup", "claude-code", "--write"], project)

    assert printed.code == 2
    assert list((tmp_path / "outside").iterdir()) == []
