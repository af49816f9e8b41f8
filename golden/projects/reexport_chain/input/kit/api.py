from ._impl.engine import Engine, build as make

__all__ = ["Engine", "make"]
