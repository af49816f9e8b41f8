//go:build keeptag || linux

// Package keep_package_doc shows every construct of the language.
package keepkit

import (
	"errors"
	keepalias "io"
)

// KeepConst says keep_const_doc.
const KeepConst = 40

const (
	KeepTyped   int64 = 7
	KeepUntyped       = "keep_value"
)

// The kinds: keep_group_doc.
const (
	KeepIota KeepKind = iota // keep_trailing
	KeepNext
	_
	KeepShift = 1 << iota
)

var KeepVar, KeepOther = 1, "two"

var (
	// ErrKeep is returned when keep_sentinel.
	ErrKeep  = errors.New("keep_sentinel_text")
	KeepFunc = func(a int) int { hiddenLiteral := a; return hiddenLiteral }
	KeepLong = map[string]int{
		"hidden_entry_01": 1, "hidden_entry_02": 2, "hidden_entry_03": 3, "hidden_entry_04": 4,
		"hidden_entry_05": 5, "hidden_entry_06": 6, "hidden_entry_07": 7, "hidden_entry_08": 8,
		"hidden_entry_09": 5, "hidden_entry_10": 6, "hidden_entry_11": 7, "hidden_entry_12": 8,
	}
)

// KeepKind is a defined type.
type KeepKind int

type KeepAlias = map[string][]byte

type KeepHandler func(w keepalias.Writer, names ...string) error

// KeepStruct has fields of every shape.
type KeepStruct struct {
	// KeepField says keep_field_doc.
	KeepField string `json:"keep_tag,omitempty"`
	KeepA, KeepB int
	*KeepEmbedded
	keepalias.Reader
	KeepInner struct{ KeepDeep bool }
	keepPrivate chan<- int
}

type KeepEmbedded struct{}

// KeepGeneric is constrained.
type KeepGeneric[K comparable, V KeepNumber] struct {
	KeepMap map[K]V
}

// KeepNumber is a type set.
type KeepNumber interface {
	~int | ~float64
}

type KeepIface interface {
	KeepIfaceBase
	// KeepMethod says keep_method_doc.
	KeepMethod(ctx string, n int) (out []byte, err error)
}

type KeepIfaceBase interface{ keepUnexported() }

type (
	KeepGrouped  int
	KeepGrouped2 struct{ KeepGroupedField int }
)

// String implements fmt.Stringer: keep_value_receiver.
func (k KeepKind) String() string { hiddenName := "x"; return hiddenName }

// KeepPointer has a pointer receiver.
func (s *KeepStruct) KeepPointer(
	keepFirst int,
	keepRest ...string,
) (keepResult int, err error) {
	hiddenSum := 0
	for _, hiddenLoop := range keepRest {
		_ = hiddenLoop
	}
	return hiddenSum, nil
}

func (g *KeepGeneric[K, V]) KeepGenericMethod(key K) (V, bool) {
	type hiddenLocalType struct{}
	var hiddenZero V
	return hiddenZero, false
}

// KeepFunction is generic.
func KeepFunction[T, U any](xs []T, f func(i int, x T) (U, error)) ([]U, error) {
	hiddenInner := func() {}
	hiddenInner()
	return nil, ErrKeep
}

func keepPrivateFunction() { hiddenBody() }

func KeepExternal(keepUnnamed uintptr)

func keepless() {}
