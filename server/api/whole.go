package api

import "context"

type wholeKey struct{}

// WithWhole has the API call expect before it sends a body in one piece, with
// the body's size: whoever makes packets of it need not send the start alone. With
// nil it tells nobody.
func WithWhole(ctx context.Context, expect func(body int)) context.Context {
	return context.WithValue(ctx, wholeKey{}, expect)
}

// smallBody is the size up to which net/http sends header and body together,
// whatever else is in the header.
const smallBody = 1 << 10

// tellWhole tells that a body of a size is about to be sent in one piece.
func tellWhole(ctx context.Context, body int) {
	if expect, _ := ctx.Value(wholeKey{}).(func(int)); expect != nil && body > smallBody {
		expect(body)
	}
}
