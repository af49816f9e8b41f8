from ... import ROOT
from ...side import aside
from ..near import nearby
from .own import own
from ..... import beyond

aside(), nearby(), own(), ROOT
