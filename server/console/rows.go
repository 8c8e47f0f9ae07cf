package console

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"

	"github.com/tidwall/gjson"

	"understudy/fixtures"
	"understudy/server/state"
	"understudy/server/store"
)

// fullRow is a row as JSON. Once says why Text is shown only this one time.
type fullRow struct {
	ID, Text, Once string
	Changeable     bool
	Buttons        []button
	// Kept says why the row cannot be deleted, if it cannot.
	Kept string
}

// button is an action on a row.
type button struct{ Do, Says string }

// buttons are the actions on a row.
func buttons(tx *store.Tx, row any) []button {
	switch row := row.(type) {
	case fixtures.Invitation:
		if row.ClaimedAt == "" {
			return []button{{"claim", "Claim now"}}
		}
	case fixtures.Link:
		if row.RevokedAt == "" {
			return []button{{"revoke", "Revoke now"}}
		}
	case fixtures.Segment:
		switch completion := row.Row().Completion; {
		case completion.Held:
			return []button{{"complete", "Complete now"}}
		case !completion.Done(tx.Now):
			return []button{{"complete", "Complete now"}, {"hold", "Hold"}}
		}
		return []button{{"hold", "Make incomplete"}}
	case fixtures.Destination:
		return []button{{"fail-test", "Fail its test"}, {"pass-test", "Pass its test"}}
	}
	return nil
}

func full(tx *store.Tx, t state.Table, id string) (*fullRow, error) {
	row, whole, err := t.Short(tx, id)
	if errors.Is(err, state.ErrNoRow) {
		return nil, fmt.Errorf("the table %s has no row %.40q", t.Name, id)
	} else if err != nil {
		return nil, err
	}
	r := &fullRow{ID: id, Text: indented(row), Changeable: t.Put != nil && whole, Buttons: buttons(tx, row)}
	if !whole { // the rest would be too large for a browser
		r.Text += fmt.Sprintf("\nThis is its beginning. Read and change all of it at state/%s/%s of the control API.\n", t.Name, id)
	}
	return r, nil
}

// kept is why a row cannot be deleted, found with a deletion that is aborted; nil if it
// can be.
func (v *visit) kept(t state.Table, id string) error {
	tx := v.sandbox.Write()
	defer tx.Abort()
	if t.Delete != nil {
		return t.Delete(tx, id)
	}
	owners := *v.sandbox.View().Owners
	owners.Workspaces, owners.Users = slices.Clone(owners.Workspaces), slices.Clone(owners.Users)
	return t.Owned.Delete(tx, &owners, id)
}

// added shows a row that was added. If the response has a secret, the page shows the row
// of the response.
func (v *visit) added(tx *store.Tx, t state.Table) (*fullRow, error) {
	text := indented(v.made)
	id := gjson.Get(text, "id").String()
	if t.Name == "connectors" {
		id = gjson.Get(text, "service_name").Str
	}
	v.query.Set("row", id)
	v.query.Del("new")
	row, err := full(tx, t, id)
	if err != nil || row.Text == text {
		return row, err
	}
	row.Text, row.Changeable, row.Once = text, false, "Copy the secret now: no other page shows it."
	return row, nil
}

// newRow is a row to add, as JSON. Needs says what must exist first.
type newRow struct{ Text, Needs string }

// blank is the smallest row that a table accepts, with ids of the world.
func blank(tx *store.Tx, table string) newRow {
	object := func(format string, ids ...any) newRow { return newRow{Text: fmt.Sprintf("{\n"+format+"\n}\n", ids...)} }
	workspace := int64(0)
	for w := range tx.AllWorkspaces() {
		workspace = w.ID
		break
	}
	switch table {
	case "workspaces":
		return object(`  "name": "New workspace"`)
	case "users":
		return object(`  "email": "new@example.com"`)
	case "invitations":
		return object(`  "email": "new@example.com",` + "\n" + `  "role": "member"`)
	case "connectors":
		return object(`  "service_name": "new_connector",` + "\n" + `  "label": "New connector"`)
	case "destinations":
		for c := range tx.AllConnectors() {
			return object("  \"workspace_id\": %d,\n  \"name\": \"New destination\",\n  \"type\": %q,\n  \"objects\": [{\"full_name\": \"one\"}]", workspace, c.ServiceName)
		}
		return newRow{Needs: "a connector, which is its type"}
	case "sources":
		dataset := int64(0)
		for s := range tx.AllSources() {
			for _, d := range s.Datasets {
				dataset = max(dataset, d.ID)
			}
		}
		return object("  \"workspace_id\": %d,\n  \"name\": \"New source\",\n  \"type\": \"http_request\",\n  \"datasets\": [{\"id\": %d}]", workspace, dataset+1)
	case "topics":
		for s := range tx.AllSources() {
			if s.Type == "http_request" {
				return object("  \"source_id\": %d,\n  \"name\": \"new_topic\"", s.ID)
			}
		}
		return newRow{Needs: "a source of the type http_request"}
	case "segments":
		for s := range tx.AllSources() {
			if len(s.Datasets) > 0 {
				return object("  \"source_id\": %d,\n  \"dataset_id\": %d,\n  \"name\": \"New segment\",\n  \"molecules\": []", s.ID, s.Datasets[0].ID)
			}
		}
		return newRow{Needs: "a source with a dataset"}
	case "links":
		for s := range tx.AllSegments() {
			return object("  \"segment_id\": %d,\n  \"redirect_uri\": \"https://app.example.com\"", s.ID)
		}
		return newRow{Needs: "a segment"}
	}
	return newRow{Text: "{}"}
}

// text makes a body of a field that is JSON.
func text(form url.Values) (any, error) {
	body := json.RawMessage(form.Get("text"))
	if !json.Valid(body) {
		return nil, errors.New("the row is not valid JSON: it was not saved")
	}
	return body, nil
}
