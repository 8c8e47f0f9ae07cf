package command

import (
	"context"
	"sync/atomic"
)

// Loss is what is not done where a second signal ends the process at once.
type Loss struct{ words atomic.Pointer[string] }

type lossKey struct{}

// WithLoss returns a context for a command, and what the command says to Loses.
func WithLoss(ctx context.Context) (context.Context, *Loss) {
	l := new(Loss)
	return context.WithValue(ctx, lossKey{}, l), l
}

// Loses says what the command of a context does when it shuts down, such as saving.
func Loses(ctx context.Context, what string) {
	if l, ok := ctx.Value(lossKey{}).(*Loss); ok {
		l.words.Store(&what)
	}
}

// String is how a second signal ends the process: "without saving", or "at once".
func (l *Loss) String() string {
	if what := l.words.Load(); what != nil {
		return "without " + *what
	}
	return "at once"
}
