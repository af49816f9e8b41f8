class Engine:
    def run(self) -> None: ...


def start() -> Engine:
    """Start an engine."""
    return Engine()


def stop(engine: Engine) -> None: ...


def internal(): ...
