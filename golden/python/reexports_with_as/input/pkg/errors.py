class EngineError(Exception):
    """Something broke."""
