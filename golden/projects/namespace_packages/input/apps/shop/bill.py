from acme.core.money import cents
from acme.web.page import render


def total(): return render(cents(1))
