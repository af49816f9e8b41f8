import functools

from web import app, retry


@app.route("/pay/<int:id>", methods=["POST"])  # the public door
@retry(
    times=3,
    on=(TimeoutError, ConnectionError),
)
def pay(id):
    return id


@functools.lru_cache(maxsize=None)
def slow(x): return x


@(lambda f: f)
@app[0].hooks["start"]
def hooked():
    pass


@functools.total_ordering
class Level:
    @staticmethod
    def parse(text: str) -> "Level":
        return Level()

    @classmethod
    @functools.cache
    def default(cls) -> "Level":
        return cls()
