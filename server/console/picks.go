package console

import (
	"net/http"
	"slices"
	"strings"

	"understudy/server/sandbox"
)

// picks are the sandboxes of the list at the top of a page: the first ones whose ids
// contain a text.
type picks struct {
	Sandboxes []pick
	// Found is the number of all that match; not all may be shown.
	Found int
	// Address is where to search for other texts.
	Address string
}

// pick is a sandbox with the address of the same tab for it.
type pick struct {
	ID, Link string
	Current  bool
}

// picks lists sandboxes, the default one first, for the page of one.
func (c Console) picks(current, tabName, text string) picks {
	p := picks{Address: link(sandbox.Default, "pick", "of", current, "tab", tabName)}
	all := c.Control.Hub.List()
	if i := slices.IndexFunc(all, func(sb *sandbox.Sandbox) bool { return sb.ID() == sandbox.Default }); i > 0 {
		all = slices.Insert(slices.Delete(all, i, i+1), 0, c.Control.Hub.Home())
	}
	for _, sb := range all {
		if !strings.Contains(sb.ID(), text) {
			continue
		}
		if p.Found++; p.Found <= maxShown {
			p.Sandboxes = append(p.Sandboxes, pick{sb.ID(), link(sb.ID(), tabName), sb.ID() == current})
		}
	}
	return p
}

// pick responds with the sandboxes whose ids contain the typed text.
func (c Console) pick(w http.ResponseWriter, r *http.Request) int {
	query := r.URL.Query()
	current, tabName := query.Get("of"), query.Get("tab")
	known := (&visit{guest: c.Guest}).tabs()
	if !slices.ContainsFunc(known, func(t tab) bool { return t.Name == tabName }) {
		tabName = firstTab
	}
	p := &page{status: http.StatusOK, name: "pick", Sandbox: current, Picks: c.picks(current, tabName, strings.TrimSpace(query.Get("sandbox")))}
	return p.send(w, r)
}
