package console

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"understudy/server/sandbox"
)

// sandboxesView is the sandboxes that were found, and the snapshots.
type sandboxesView struct {
	Find      string
	Total     int
	Sandboxes []sandboxLine
	Kept      []sandbox.Kept
	// Tokens are those of one sandbox, where they were asked for.
	Tokens   *sandbox.Tokens
	TokensOf string
}

type sandboxLine struct {
	ID, BaseURL, Link string
	Created, Expires  string
	Looked, IsDefault bool
}

// maxShown is how many sandboxes, and how many snapshots, a page shows.
const maxShown = 100

func viewSandboxes(v *visit) (any, error) {
	view := sandboxesView{Find: strings.TrimSpace(v.query.Get("find"))}
	for _, sb := range v.control.Hub.List() {
		view.Total++
		if strings.Contains(sb.ID(), view.Find) && len(view.Sandboxes) < maxShown {
			view.Sandboxes = append(view.Sandboxes, v.line(sb))
		}
	}
	view.Kept = v.control.Hub.Kept()
	if len(view.Kept) > maxShown {
		view.Kept = view.Kept[:maxShown]
	}
	if v.r.Method != http.MethodPost || v.r.PostFormValue("do") != "show-tokens" {
		return view, nil
	}
	id := v.r.PostFormValue("id")
	sb, ok := v.control.Hub.Find(id)
	if !ok {
		return view, fmt.Errorf("there is no sandbox %.80q any more", id)
	}
	view.Tokens, view.TokensOf = new(sb.Tokens()), id
	return view, nil
}

func (v *visit) line(sb *sandbox.Sandbox) sandboxLine {
	l := sandboxLine{ID: sb.ID(), BaseURL: v.control.Base(v.r), Link: link(sb.ID(), firstTab), Created: sb.CreatedAt().Format(time.DateTime),
		Expires: "stays", Looked: sb.ID() == v.sandbox.ID(), IsDefault: sb.ID() == sandbox.Default}
	if !l.IsDefault {
		l.BaseURL += "/s/" + sb.ID()
	}
	if at := sb.ExpiresAt(); !at.IsZero() {
		l.Expires = at.Format(time.DateTime)
	}
	return l
}
