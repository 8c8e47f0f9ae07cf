package serving

import (
	"fmt"
	"io"
	"net/http"

	"understudy/server"
	"understudy/server/mutant"
	"understudy/spec/suggest"
)

// breaking returns the wrapper that makes the fake break the promise of --mutant, and
// reports the promise on stderr. Without --mutant it changes nothing.
func (o Options) breaking(stderr io.Writer) (func(*server.Server) http.Handler, error) {
	if o.Mutant == "" {
		return func(fake *server.Server) http.Handler { return fake }, nil
	}
	m, ok := mutant.ByID(o.Mutant)
	if !ok {
		var ids []string
		for _, m := range mutant.All() {
			ids = append(ids, m.ID)
		}
		return nil, fmt.Errorf("--mutant: no mutant %q: %sunderstudy mutants --list prints them all", o.Mutant, suggest.DidYouMean(o.Mutant, ids))
	}
	fmt.Fprintf(stderr, "broken on purpose by --mutant %s, against the promise %s: %s\n", m.ID, m.Breaks, m.Says)
	return m.Wrap, nil
}
