package builtin

import (
	"slices"
	"sync"

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
