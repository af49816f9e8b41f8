from base import first
from two import helper

first()
