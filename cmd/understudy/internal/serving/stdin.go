package serving

import (
	"context"
	"io"
)

// untilEnd ends a context when a reader does, or with its parent.
func untilEnd(ctx context.Context, r io.Reader) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	go func() { // it waits until the command ends
		_, _ = io.Copy(io.Discard, r)
		cancel()
	}()
	return ctx
}
