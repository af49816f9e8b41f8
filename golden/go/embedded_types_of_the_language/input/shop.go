package shop

// Failure says what to do next.
type Failure interface {
	error
	Remedy() string
	hidden
}

// Key can be looked up.
type Key interface {
	~string | ~int
	comparable
}

// NetFailure is a failure of the line.
type NetFailure struct {
	error
	Code int
	secret
}

type hidden interface{ mark() }

type secret struct{}
