package journal

import "understudy/server/secret"

// hider removes secrets from the texts of one exchange.
type hider struct{ secret.Hider }

func newHider(known *secret.Known, e *Exchange) hider {
	h := hider{secret.NewHider(known)}
	for _, f := range e.Request.Header {
		h.LearnHeader(f.Name, f.Value)
	}
	if e.Page {
		h.learnAuth(e)
	}
	return h
}
