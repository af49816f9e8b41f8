"""Books on shelves."""

from typing import NamedTuple


class Shelf:
    """Where books stand."""

    width: int = 80  # centimetres

    @property
# a remark that somebody put at the start of the line
    def free(self) -> int:
        """Return the centimetres that are left."""
        return self.width - sum(
    book.width for book in self.books)

    @staticmethod
  # another, further left than the block
    @cached(
# inside the brackets
        seconds=60,
    )
    # and one where it belongs
    def empty(width: int = 80, *,
 height: int = 30) -> "Shelf":
        text = (width.
    real)
        if text < 1 or not (
  height):
            raise ValueError("no room")
        return Shelf()

# a remark between two methods
    def put(self, book: "Book") -> None:
        '''Put a book on the shelf.

# Not a remark: a line of the documentation.
        '''
        if book.width > self.free:
            raise OverflowError(book)


class Book[Kind = str](NamedTuple):
    """One book."""

    width: int
    kind: Kind


type Row[Kind: str = str] = list[Book[Kind]]


def sort[Kind: (str, bytes) = str, *Rest = *tuple[int, ...]](row: Row[Kind], *rest: *Rest) -> None: ...


(last): Shelf = Shelf()
