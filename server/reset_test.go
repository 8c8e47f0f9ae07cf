package server_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// heldBody is a body whose first byte is asked for before it comes.
type heldBody struct {
	io.Reader
	asked, come chan struct{}
}

func (b *heldBody) Read(p []byte) (int, error) {
	select {
	case <-b.asked:
	default:
		close(b.asked)
		<-b.come
	}
	return b.Reader.Read(p)
}

// TestARequestUnderWayAnswersFromTheWorldThatItFound holds the creation of a
// segment up while the world is changed.
func TestARequestUnderWayAnswersFromTheWorldThatItFound(t *testing.T) {
	f := choosing(t)
	fresh := f.home().Snapshot()
	for rule, c := range map[string]struct {
		change    func()
		journaled bool
	}{
		"a reset":          {f.home().Reset, false},
		"a restored state": {func() { f.home().Restore(fresh) }, true},
	} {
		f.home().Reset()
		f.choose("content-type=vendor")
		watched := f.home().Journal() // as a stream does, from before the change
		before := watched.Last()
		held := &heldBody{strings.NewReader(f.segment()), make(chan struct{}), make(chan struct{})}
		answered := make(chan answer)
		go func() { answered <- f.post("{}", func(r *http.Request) { r.Body = io.NopCloser(held) }) }()
		<-held.asked
		c.change()
		close(held.come)
		a := <-answered
		if a.code != 201 || a.header.Get("Content-Type") != "application/vnd.api+json" {
			t.Errorf("%s: %s as %s", rule, a, a.header.Get("Content-Type"))
		}
		if kept, _ := watched.After(before); (len(kept) > 0) != c.journaled {
			t.Errorf("%s: %d exchanges are in the journal", rule, len(kept))
		}
		if a := f.get(fmt.Sprintf("%s/%d", f.segments(), a.get("data.id").Int())); a.code != 404 {
			t.Errorf("%s: the segment is in the world: %s", rule, a)
		}
	}
}
