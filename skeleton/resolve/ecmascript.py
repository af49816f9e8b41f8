"""Finds the files behind the module names of TypeScript and JavaScript.

Relative paths with the endings that compilers try, `paths` and `baseUrl` of `tsconfig.json`,
`imports` and `exports` of `package.json`, workspaces by package name. Does not look into
`node_modules`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from skeleton.resolve.places import Files, Located, ancestors, join, parent
from skeleton.resolve.workspaces import Workspaces, read_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skeleton.model import Import

_ENDINGS = (".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
_WRITTEN_AS = {  # what an import may say, and what it may mean
    ".js": (".ts", ".tsx", ".d.ts", ".js", ".jsx"),
    ".jsx": (".tsx", ".jsx"),
    ".mjs": (".mts", ".d.mts", ".mjs"),
    ".cjs": (".cts", ".d.cts", ".cjs"),
}
_WHOLE = (*_ENDINGS, ".vue", ".svelte")
_BUILT = re.compile(
    r"(^|/)(?:dist|build|lib|out|esm|cjs|es|types|_esm|_cjs)(?:/(?:esm|cjs|types|src))?/"
)
_BUILT_ENDING = re.compile(r"(?:\.d)?\.[cm]?[jt]sx?$")
_CONDITIONS = ("source", "types", "typings", "import", "module", "default", "require", "main")
_NODE = frozenset(  # modules that come with Node
    {
        "assert",
        "async_hooks",
        "buffer",
        "child_process",
        "cluster",
        "console",
        "constants",
        "crypto",
    }
    | {"dgram", "diagnostics_channel", "dns", "domain", "events", "fs", "http", "http2", "https"}
    | {"inspector", "module", "net", "os", "path", "perf_hooks", "process", "punycode"}
    | {"querystring", "readline", "repl", "stream", "string_decoder", "sys", "test", "timers"}
    | {"tls", "tty", "url", "util", "v8", "vm", "wasi", "worker_threads", "zlib"}
)


class _Paths(NamedTuple):
    """What a `tsconfig.json` says about names that are not relative."""

    base: str | None  # folder that plain names count from
    patterns: tuple[tuple[str, tuple[str, ...]], ...]  # with one `*` at most; targets from the root


class Ecmascript:
    """The import style of TypeScript and JavaScript."""

    def __init__(self, files: Files, roots: tuple[str, ...] = ()) -> None:
        self._files = files
        self._roots = roots
        self._found: dict[tuple[str, str], Located] = {}
        self._configs: dict[str, _Paths | None] = {}
        self._workspaces = Workspaces(files)

    def local_name(self, written: Import) -> str:
        """Return the name that an import binds; empty for one that is there for its effects."""
        return written.alias or written.name

    def submodule(self, path: str, name: str) -> str:
        """Return nothing: a folder has no parts but what its index exports."""
        return ""

    def opens(self, name: str) -> bool:
        """Tell whether a name inside a namespace is also called without the namespace."""
        return False

    def package(self, module: str) -> str:
        """Return the package of a module: `@scope/name/part` belongs to `@scope/name`."""
        return _split(module)[0]

    def passes(self, name: str) -> bool:
        """Tell whether `export *` passes a name on."""
        return name != "default"

    def locate(self, importer: str, written: Import) -> Located:
        """Return the file that a module name means."""
        if not written.module:
            return Located(importer)
        key = (parent(importer), written.module)
        if key not in self._found:
            self._found[key] = self._locate(parent(importer), written.module)
        return self._found[key]

    def _locate(self, folder: str, module: str) -> Located:
        if module.startswith((".", "/")):
            path = module.lstrip("/") if module.startswith("/") else _joined(folder, module)
            if path is None:
                return Located(because="leads out of the project")
            found = self._file(path)
            return Located(found, because="" if found else f"no {path}.ts or .js")
        if module.startswith("node:") or module.partition("/")[0] in _NODE:
            return Located(external=True, because="standard library")
        if module.startswith("#"):
            return self._own_import(folder, module)
        found = self._by_config(folder, module)
        if found:
            return Located(found, because="paths of tsconfig.json")
        return self._by_package(folder, module)

    # Files

    def _file(self, path: str) -> str:
        """Return the file that a path means whose ending may differ; files win over folders."""
        for ending, meant in _WRITTEN_AS.items():
            if path.endswith(ending):
                stem = path.removesuffix(ending)
                for other in meant:
                    if self._files.exists(stem + other):
                        return stem + other
        if path.endswith(_WHOLE) and self._files.exists(path):
            return path
        for ending in _ENDINGS:
            if self._files.exists(path + ending):
                return path + ending
        if not self._files.exists(path or "."):
            return ""
        said = read_json(self._files, join(path, "package.json"))
        for key in ("types", "typings", "module", "main"):
            inside = said.get(key)
            if isinstance(inside, str) and (whole := _joined(path, inside)):
                found = self._file(whole) if whole != path else ""
                if found:
                    return found
        for ending in _ENDINGS:
            if self._files.exists(join(path, "index" + ending)):
                return join(path, "index" + ending)
        return ""

    # tsconfig.json

    def _by_config(self, folder: str, module: str) -> str:
        for around in ancestors(folder):
            for name in ("tsconfig.json", "jsconfig.json"):
                config = self._config(join(around, name))
                found = self._through(config, module) if config else ""
                if found:
                    return found
        return ""

    def _through(self, config: _Paths, module: str) -> str:
        fitting = [
            (len(head), pattern == module, targets, module[len(head) : len(module) - len(tail)])
            for pattern, targets in config.patterns
            for head, star, tail in [pattern.partition("*")]
            if (module == pattern if not star else _fits(module, head, tail))
        ]
        for _, _, targets, rest in sorted(fitting, reverse=True, key=lambda one: one[:2]):
            for target in targets:
                found = self._file(target.replace("*", rest))
                if found:
                    return found
        return self._file(join(config.base, module)) if config.base is not None else ""

    def _config(self, path: str, depth: int = 0) -> _Paths | None:
        if path not in self._configs:
            self._configs[path] = None
            if self._files.exists(path) and depth < 8:
                self._configs[path] = self._read_config(path, depth)
        return self._configs[path]

    def _read_config(self, path: str, depth: int) -> _Paths | None:
        said = read_json(self._files, path)
        folder = parent(path)
        above: list[_Paths] = []
        extended = said.get("extends", [])
        for name in extended if isinstance(extended, list) else [extended]:
            other = self._extended(folder, name) if isinstance(name, str) else ""
            config = self._config(other, depth + 1) if other else None
            if config:
                above.insert(0, config)
        options = said.get("compilerOptions")
        options = options if isinstance(options, dict) else {}
        base = options.get("baseUrl")
        start = _joined(folder, base) if isinstance(base, str) else None
        patterns = options.get("paths")
        own: tuple[tuple[str, tuple[str, ...]], ...] = ()
        if isinstance(patterns, dict):
            root = (
                start
                if start is not None
                else next((one.base for one in above if one.base), folder)
            )
            own = tuple(
                (pattern, tuple(whole for one in targets if (whole := _joined(root, str(one)))))
                for pattern, targets in patterns.items()
                if isinstance(targets, list)
            )
        for reference in said.get("references") or ():
            inside = reference.get("path") if isinstance(reference, dict) else None
            whole = _joined(folder, inside) if isinstance(inside, str) else None
            if whole is not None and whole.endswith(".json"):
                config = self._config(whole, depth + 1)
                if config:
                    above.append(config)
        if start is None:
            start = next((one.base for one in above if one.base is not None), None)
        if not own:
            own = next((one.patterns for one in above if one.patterns), ())
        return _Paths(start, own) if own or start is not None else None

    def _extended(self, folder: str, name: str) -> str:
        if name.startswith("."):
            whole = _joined(folder, name) or ""
        else:
            package, _, rest = _split(name)
            inside = self._workspaces.packages(folder).get(package)
            whole = join(inside, rest or "tsconfig.json") if inside else ""
        return whole if not whole or whole.endswith(".json") else whole + ".json"

    # package.json

    def _own_import(self, folder: str, module: str) -> Located:
        for around in ancestors(folder):
            said = read_json(self._files, join(around, "package.json"))
            if said:
                found = self._entry(around, said.get("imports"), module)
                because = "imports of package.json"
                return Located(found, because=because if found else f"no {module} in {because}")
        return Located(because="no package.json")

    def _by_package(self, folder: str, module: str) -> Located:
        package, _, rest = _split(module)
        inside = self._workspaces.packages(folder).get(package)
        if inside is None:
            return Located(external=True, because="not in this project")
        found = self._inside(inside, rest)
        if found:
            return Located(found, because=f"package {package} of the workspace")
        return Located(because=f"no {rest or 'entry'} in package {package} ({inside or '.'})")

    def _inside(self, folder: str, rest: str) -> str:
        """Return the file behind a part of a package."""
        said = read_json(self._files, join(folder, "package.json"))
        exports = said.get("exports")
        wanted = f"./{rest}" if rest else "."
        if exports is not None:
            if isinstance(exports, str) or not any(key.startswith(".") for key in exports):
                exports = {".": exports}
            found = self._entry(folder, exports, wanted)
            if found:
                return found
        if rest:
            return self._file(join(folder, rest)) or self._file(join(folder, "src", rest))
        entries = [said[key] for key in _CONDITIONS if isinstance(said.get(key), str)]
        for target in entries:
            found = self._target(folder, target)
            if found:
                return found
        return self._file(join(folder, "src/index")) or self._file(join(folder, "index"))

    def _entry(self, folder: str, entries: object, wanted: str) -> str:
        """Return the file that an entry of `exports` or `imports` leads to."""
        if not isinstance(entries, dict):
            return ""
        exact = entries.get(wanted)
        if exact is not None:
            return self._first(folder, exact, "")
        for pattern in sorted((key for key in entries if "*" in key), key=len, reverse=True):
            head, _, tail = pattern.partition("*")
            if _fits(wanted, head, tail):
                found = self._first(
                    folder, entries[pattern], wanted[len(head) : len(wanted) - len(tail)]
                )
                if found:
                    return found
        return ""

    def _first(self, folder: str, entry: object, star: str) -> str:
        for target in _leaves(entry):
            found = self._target(folder, target.replace("*", star))
            if found:
                return found
        return ""

    def _target(self, folder: str, target: str) -> str:
        """Return a file that is there: the target itself, or the source it is built from."""
        whole = _joined(folder, target)
        if whole is None:
            return ""
        found = self._file(whole)
        if found:
            return found
        inside = whole.removeprefix(folder + "/") if folder else whole
        bare = _BUILT_ENDING.sub("", inside)
        for source in dict.fromkeys(
            (_BUILT.sub(r"\1src/", bare, count=1), _BUILT.sub(r"\1", bare, count=1))
        ):
            found = self._file(join(folder, source))
            if found:
                return found
        return ""


def _joined(folder: str, path: str) -> str | None:
    """Join a relative path; `None` where it leads out of the root."""
    parts = folder.split("/") if folder else []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _split(module: str) -> tuple[str, str, str]:
    """Split `@scope/name/sub` into package, slash and part."""
    if not module.startswith("@"):
        return module.partition("/")
    scope, _, rest = module.partition("/")
    name, slash, part = rest.partition("/")
    return f"{scope}/{name}", slash, part


def _fits(text: str, head: str, tail: str) -> bool:
    return len(text) >= len(head) + len(tail) and text.startswith(head) and text.endswith(tail)


def _leaves(entry: object) -> Iterator[str]:
    """Yield the targets of an entry, sources and types before what is built."""
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, list):
        for one in entry:
            yield from _leaves(one)
    elif isinstance(entry, dict):
        last = len(_CONDITIONS)

        def order(key: str) -> int:
            if key in _CONDITIONS:
                return _CONDITIONS.index(key)
            return -1 if str(entry[key]).endswith((".ts", ".tsx", ".mts")) else last

        for key in sorted(entry, key=order):
            yield from _leaves(entry[key])
