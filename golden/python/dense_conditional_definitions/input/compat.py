import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Buffer

if sys.version_info >= (3, 12):
    from typing import override

    def batched(items, n): ...
elif sys.platform == "win32":
    def batched(items, n, strict=False): ...
else:
    def batched(items, n, *, strict=False):
        return items

    LIMIT = 5

try:
    import orjson
except ImportError:
    orjson = None

    def dumps(value) -> bytes:
        return b""
else:
    def dumps(value, /) -> bytes:
        return orjson.dumps(value)
finally:
    READY = True


class Reader:
    if sys.platform == "linux":
        def fileno(self) -> int: ...
    else:
        fileno = None

    try:
        import fcntl
        def lock(self): ...
    except ImportError:
        def lock(self): return None


if __name__ == "__main__":
    def only_as_a_script(): ...
