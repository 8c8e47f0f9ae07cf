package world

import (
	"slices"
	"sync"

	"understudy/steps/client"
	"understudy/steps/probe"
)

// SentTexts are the texts that a run sent. They are for use by several scenarios at a time.
type SentTexts struct {
	mu sync.Mutex
	// all are the texts by the path that shows them.
	all map[string][]string
}

// Add remembers that a text is sent to what a path shows.
func (s *SentTexts) Add(path, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[string][]string{}
	}
	s.all[path] = append(s.all[path], text)
}

// Has reports whether a text is one that was sent; an empty path stands for all.
func (s *SentTexts) Has(path, text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for at, sent := range s.all {
		if (path == "" || at == path) && slices.ContainsFunc(sent, func(t string) bool { return probe.Same(t, text) }) {
			return true
		}
	}
	return false
}

// EndFaulty ends what was sent with one fault after another: the next fault is one of another
// request.
func (w *World) EndFaulty() { w.Several, w.Faultless = nil, nil }

// SentWith returns the responses to the faulty requests that a rejected one was sent with.
func (w *World) SentWith(rejected *client.Exchange) []*client.Exchange {
	if slices.Contains(w.Several, rejected) {
		return w.Several
	}
	return []*client.Exchange{rejected}
}

// WasRejected reports whether a rejected request sent a text, or one of those sent with it.
func (w *World) WasRejected(text string, rejected *client.Exchange, in func(*client.Exchange) string) bool {
	return text != "" && slices.ContainsFunc(w.SentWith(rejected), func(e *client.Exchange) bool { return in(e) == text })
}
