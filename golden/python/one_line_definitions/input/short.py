def one(a): return a + 1
def two(a): "Only a docstring."
def three(a): x = 1; return x
class Four: pass
class Five(Exception): "Raised for five."
class Six: a = 1; b: int = 2
class Seven:
    def get(self): return self._x
    def set(self, x): self._x = x
    @property
    def both(self): return 1, 2
async def eight(): await one(1)
nine = lambda a, *, b=1: a + b
if True: ten = 10
