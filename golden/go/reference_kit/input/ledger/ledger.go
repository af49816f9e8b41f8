// Package ledger is MKPACKAGEDOC: a book of entries.
package ledger

import (
	"context"
	"errors"
	"fmt"
	. "strings"
	"time"

	mkalias "io"

	_ "embed"
)

//go:generate stringer -type=MkWeekday

// MkUntyped is MKCONSTDOC.
const MkUntyped = 15_000

const MkTyped, mkPair uint8 = 0x_1F, 'x'

// MkWeekday is MKIOTADOC.
type MkWeekday int

// Days of the week.
const (
	MkSunday MkWeekday = iota // MKLINECOMMENT: the first day
	_
	MkTuesday
	mkHoliday
)

const (
	MkKilo = 1 << (10 * (iota + 1))
	MkMega
)

const MkImaginary = 2.5i

const MkRaw = `mkrawtext
second line`

// Errors of the package.
var (
	// MkErrClosed is MKSENTINELDOC.
	MkErrClosed       = errors.New("mksentinel: closed")
	MkErrWrap   error = fmt.Errorf("mkwrapped: %w", MkErrClosed)
)

var MkVarTyped map[string][]*MkAccount

var MkFirst, MkSecond = 1, "mksecondvalue"

var MkFuncVar = func(mkLitParam int) (mkLitResult string, err error) {
	mkFuncVarHidden := mkLitParam
	return fmt.Sprint(mkFuncVarHidden), nil
}

var mkPrivateTable = map[MkWeekday]string{
	MkSunday: "mktablevalue",
}

var _ fmt.Stringer = (*MkAccount)(nil)

//go:embed ledger.go
var mkEmbedded string

type (
	// MkAliasType is MKGROUPEDTYPEDOC.
	MkAliasType = map[string]MkWeekday

	MkArray   [MkUntyped]byte
	MkMatrix  [4][4]float64
	MkSlice   []MkArray
	MkPointer *MkAccount
	MkFunc    func(ctx context.Context, mkVariadic ...string) (left int, err error)
	MkMap     map[string]map[int]struct{}
	MkSend    chan<- int
	MkReceive <-chan *MkAccount
)

type MkGenericAlias[T any] = []MkTree[T]

// MkAccount is MKSTRUCTDOC.
type MkAccount struct {
	// Name is MKFIELDDOC.
	Name             string `json:"mktag,omitempty" db:"name"`
	X, MkSharedField int    // MKFIELDLINE
	mkPrivateField   time.Duration
	_                float32

	MkEmbedded
	*MkEmbeddedPointer
	mkalias.Reader `mkembeddedtag:"x"`

	MkInner struct {
		MkNestedField bool
	}
	MkCallback func(mkCallbackParam int) error
}

type MkEmbedded struct{}

type MkEmbeddedPointer struct{ MkOneLineField int }

type mkPrivateType struct{ mkInPrivate int }

// MkStore is MKINTERFACEDOC.
type MkStore interface {
	mkalias.Closer
	fmt.Stringer
	// Get is MKMETHODSPECDOC.
	Get(ctx context.Context, mkKey string) (mkValue []byte, err error)
	mkUnexportedMethod()
}

type MkNumber interface {
	~int | ~int64 | MkFloat
}

type MkFloat interface{ ~float64 }

type MkBoth interface {
	comparable
	MkConstraintMethod() string
}

type MkTree[T interface{ ~[]E }, E any] struct {
	MkLeft, MkRight *MkTree[T, E]
	MkElement       T
}

type MkPair[K comparable, V any] struct {
	MkKeyField K
	MkValField V
}

// String is MKMETHODDOC.
func (a *MkAccount) String() string { return a.Name }

func (a MkAccount) MkValueMethod(mkUnusedParam, _ int) {}

func (MkEmbedded) MkNamelessReceiver() {}

func (p *MkPair[K, _]) MkGenericMethod(mkGenericParam K) (mkGenericResult bool) {
	return p.MkKeyField == mkGenericParam
}

func (a *MkAccount) mkPrivateMethod() error { return nil }

// MkPlain is MKFUNCDOC.
//
// MKSECONDPARAGRAPH of the documentation.
//
//	mkCodeBlock(1)
//
// Deprecated: MKDEPRECATED, use [MkMulti].
func MkPlain() {}

func MkMulti(
	ctx context.Context,
	mkMultiline map[string]struct{ MkAnonymousField int },
	mkOptions ...MkOption,
) (
	mkNamedResult *MkAccount,
	err error,
) {
	mkBodyHidden := len(mkMultiline)
	_ = mkBodyHidden
	return nil, nil
}

type MkOption func(*MkAccount)

func MkWithName(mkOptionParam string) MkOption {
	return func(a *MkAccount) { a.Name = mkOptionParam }
}

func MkGeneric[S ~[]E, E MkNumber](mkGenericIn S, f func(E) E) (S, error) {
	type mkLocalHidden struct{}
	const mkLocalConstHidden = 1
	for range mkGenericIn {
		// MKCOMMENTHIDDEN
	}
	return mkGenericIn, nil
}

//go:noinline
func mkExternal(mkExternalParam uintptr) uint64

func MkGuard(mkAmount int) error {
	if mkAmount < mkMinimum {
		return fmt.Errorf("mkguardtext: %d: %w", mkAmount, MkErrClosed)
	}
	return nil
}

const mkMinimum = 17

func MkTypedError(mkIndex int) (int, error) {
	switch {
	case mkIndex > 99:
		return 0, &MkFault{Code: mkIndex}
	}
	return mkIndex, nil
}

// MkFault is MKERRORTYPEDOC.
type MkFault struct{ Code int }

func (f *MkFault) Error() string { return "mkfault" }

func (f *MkFault) Unwrap() error { return MkErrClosed }

func MkPanics(mkDivisor int) int {
	if mkDivisor == 0 {
		panic("mkpanictext")
	}
	return 1 / mkDivisor
}

func MkShortIf(s string) error {
	if mkTrimmed := TrimSpace(s); mkTrimmed == "" {
		return errors.New("mkshortiftext")
	}
	return nil
}

func MkRecovers() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("mkrecovered: %v", r)
		}
	}()
	go func() { mkGoroutineHidden := 1; _ = mkGoroutineHidden }()
	return nil
}

func init() {
	mkInitHidden := 1
	_ = mkInitHidden
}
