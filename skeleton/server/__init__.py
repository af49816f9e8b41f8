"""The MCP server: the same answers as the command line, for programs that ask again and again.

`arguments` says what may be asked, `root` where, `desk` makes the answers; `protocol` alone knows
the protocol and its library, which is loaded only when a server is started.
"""
