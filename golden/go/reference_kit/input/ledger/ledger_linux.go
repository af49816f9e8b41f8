// Copyright MKLICENSEHIDDEN: not a documentation.

//go:build linux && !mkbuildtag

package ledger

// #include <stdint.h>
import "C"

// MkOnLinux is MKBUILDDOC.
func MkOnLinux(mkHandle uintptr) C.int { return 0 }

/*
MkBlockComment is MKBLOCKDOC.
*/
func MkBlockComment() {}
