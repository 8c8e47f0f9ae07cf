package serving

import (
	"context"
	"errors"
	"io"
)

var errStdin = errors.New("standard input ended (--exit-with-stdin)")

// untilEnd ends a context when a reader does, with the cause errStdin, or with its parent.
func untilEnd(ctx context.Context, r io.Reader) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() { // it waits until the command ends
		_, _ = io.Copy(io.Discard, r)
		cancel(errStdin)
	}()
	return ctx
}
