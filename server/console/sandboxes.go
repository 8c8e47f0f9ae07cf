package console

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"understudy/fixtures"
	"understudy/server/sandbox"
)

// sandboxesView is the sandboxes that were found, and the snapshots.
type sandboxesView struct {
	Find         string
	Shown, Total int
	Sandboxes    table
	Snapshots    table
	// Kept are the names of the snapshots.
	Kept []string
	// Tokens are those of one sandbox, if they were requested.
	Tokens   *sandbox.Tokens
	TokensOf string
	// Origins are what a new sandbox can start from.
	Origins []option
	// Typed is the form for a new sandbox that was rejected.
	Typed url.Values
}

// table is rows with buttons. ID is that of its heading, Address where the buttons send
// their forms.
type table struct {
	ID, Address string
	Columns     []string
	Rows        []tableRow
}

// tableRow is a row: its name is a link to Link, unless that is empty. Fields are sent
// with its buttons.
type tableRow struct {
	Name, Link string
	Looked     bool
	Cells      []string
	Fields     map[string]string
	Buttons    []rowButton
}

// rowButton is a button of a row. Of completes Says for screen readers.
type rowButton struct {
	Do, Says, Of string
	Danger       bool
}

// maxShown is how many sandboxes, and how many snapshots, a page shows.
const maxShown = 100

func viewSandboxes(v *visit) (any, error) {
	view := sandboxesView{Typed: v.typed("create"), Find: strings.TrimSpace(v.query.Get("find"))}
	view.Sandboxes = table{ID: "all", Address: v.address(), Columns: []string{"id", "base URL", "created", "expires", "actions"}}
	for _, sb := range v.control.Hub.List() {
		view.Total++
		if strings.Contains(sb.ID(), view.Find) && len(view.Sandboxes.Rows) < maxShown {
			view.Sandboxes.Rows = append(view.Sandboxes.Rows, v.sandboxRow(sb))
		}
	}
	view.Shown = len(view.Sandboxes.Rows)
	view.Snapshots = table{ID: "snapshots", Address: v.address(), Columns: []string{"name", "of", "taken", "actions"}}
	for i, kept := range v.control.Hub.Snapshots() {
		if i < maxShown {
			view.Kept = append(view.Kept, kept.Name)
			view.Snapshots.Rows = append(view.Snapshots.Rows, v.snapshotRow(kept))
		}
	}
	view.Origins = v.origins(view.Kept, view.Typed.Get("of"))
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

// origins are what a new sandbox can start from: this one, snapshots and presets.
func (v *visit) origins(snapshots []string, chosen string) []option {
	id := v.sandbox.ID()
	all := []option{{Value: "sandbox " + id, Says: "this sandbox as it is now"}}
	for _, name := range snapshots {
		all = append(all, option{Value: "snapshot " + name, Says: "the snapshot " + name})
	}
	for _, name := range fixtures.PresetNames() {
		all = append(all, option{Value: "preset " + name, Says: "the preset " + name})
	}
	for i := range all {
		all[i].Selected = all[i].Value == chosen
	}
	return all
}

func (v *visit) sandboxRow(sb *sandbox.Sandbox) tableRow {
	id, at, goes := sb.ID(), v.control.Base(v.r), "never"
	buttons := []rowButton{{Do: "reset", Says: "Reset", Of: id}, {Do: "show-tokens", Says: "Show tokens", Of: "of " + id}}
	if id != sandbox.Default {
		at += "/s/" + id
		buttons = append(buttons, rowButton{Do: "delete", Says: "Delete", Of: id, Danger: true})
	}
	if over := sb.ExpiresAt(); !over.IsZero() {
		goes = over.Format(time.RFC3339)
	}
	return tableRow{Name: id, Link: link(id, firstTab), Looked: id == v.sandbox.ID(), Cells: []string{at, sb.CreatedAt().Format(time.RFC3339), goes},
		Fields: map[string]string{"id": id}, Buttons: buttons}
}

func (v *visit) snapshotRow(kept sandbox.NamedSnapshot) tableRow {
	in := v.sandbox.ID()
	return tableRow{Name: kept.Name, Cells: []string{kept.Sandbox, kept.TakenAt.Format(time.RFC3339)},
		Fields: map[string]string{"id": in, "snapshot": kept.Name},
		Buttons: []rowButton{{Do: "restore", Says: "Restore in " + in, Of: "the snapshot " + kept.Name},
			{Do: "drop", Says: "Delete", Of: "the snapshot " + kept.Name, Danger: true}}}
}
