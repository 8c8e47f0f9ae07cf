package response

import "context"

type wholeKey struct{}

// WithWhole makes Send call expect before it writes a body in one piece, with
// the body's size in bytes, so that a connection need not send the start of it
// separately. With nil nothing is called.
func WithWhole(ctx context.Context, expect func(body int)) context.Context {
	return context.WithValue(ctx, wholeKey{}, expect)
}

// smallBody is the size up to which net/http sends header and body together,
// with any header.
const smallBody = 1 << 10

// expectWhole announces that a body of a size will be written in one piece.
func expectWhole(ctx context.Context, body int) {
	if expect, _ := ctx.Value(wholeKey{}).(func(int)); expect != nil && body > smallBody {
		expect(body)
	}
}
