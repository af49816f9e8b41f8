"""Starts everything; `app.docs.mentioned_in_docstring` is said here only."""

import app.one
import app.two as second
from app import three
from app.four import function as renamed
from .five import Used, NotMentioned
from . import six
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.seven import OnlyTyped


def main(typed: "OnlyTyped") -> None:
    import app.eight

    from .nine import late

    app.one.call()
    second.call(second.CONSTANT)
    three.Thing().method()
    renamed()
    Used.create()
    six.deep.er.call()
    app.eight.call()
    late()
    try:
        from app import ten
    except ImportError:
        ten = None
    ten.call()
