package sandbox_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"understudy/server/internal/testkit"
)

// heldBody is a body that reports the first read of it, and then waits.
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

// TestARequestUnderWaySeesTheWorldThatItFound delays the creation of a segment while
// the world changes.
func TestARequestUnderWaySeesTheWorldThatItFound(t *testing.T) {
	f := testkit.OpenChoosing(t)
	fresh := f.Home().Snapshot()
	for rule, c := range map[string]struct {
		change    func()
		journaled bool
	}{
		"a reset":          {f.Home().Reset, false},
		"a restored state": {func() { f.Home().Restore(fresh) }, true},
	} {
		f.Home().Reset()
		f.Choose("content-type=vendor")
		watched := f.Home().Journal() // as a stream does, from before the change
		before := watched.Last()
		held := &heldBody{strings.NewReader(f.SegmentBody()), make(chan struct{}), make(chan struct{})}
		responses := make(chan testkit.Response)
		go func() { responses <- f.PostSegment("{}", func(r *http.Request) { r.Body = io.NopCloser(held) }) }()
		<-held.asked
		c.change()
		close(held.come)
		a := <-responses
		if a.Code != 201 || a.Header.Get("Content-Type") != "application/vnd.api+json" {
			t.Errorf("%s: %s as %s", rule, a, a.Header.Get("Content-Type"))
		}
		if kept, _ := watched.After(before); (len(kept) > 0) != c.journaled {
			t.Errorf("%s: %d exchanges are in the journal", rule, len(kept))
		}
		if a := f.Get(fmt.Sprintf("%s/%d", f.SegmentsPath(), a.Get("data.id").Int())); a.Code != 404 {
			t.Errorf("%s: the segment is in the world: %s", rule, a)
		}
	}
}
