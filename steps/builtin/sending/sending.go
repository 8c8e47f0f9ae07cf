// Package sending has the built-in steps that send requests of the writer's own: any
// method and path below base_url, with a body, headers and a token as the scenario says.
//
// A request that the document describes, and allows as it is sent, counts like those of
// the other steps: its response is checked against the contract. Any other is the
// writer's own matter. A request that is no GET or HEAD writes: see ofRequest.
package sending

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/remembered"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/vocabulary"
)

// line begins the pattern of a step that sends a request.
const line = `^I send (GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) "([^"]+)"`

// Rows are the steps that send a request.
var Rows = rows.Group{
	Given: []vocabulary.Step{
		{
			Pattern: `^the next request has the header "([^"]+)" "([^"]*)"$`,
			Example: `the next request has the header "Accept-Language" "de"`, ForOwn: true,
			Doc:   "The request of your own that is sent next has this header, as well.",
			Check: checkHeader, Func: setHeader,
		},
		{
			Pattern: `^the next request has (no token|the (?:workspace|personal|other_workspace|revoked) token|the token "[^"]*")$`,
			Example: `the next request has the workspace token`, ForOwn: true,
			Doc: "The request of your own that is sent next has this token of the target file, an invented one in quotes, or none. " +
				"Without this step, it has the one that its operation takes, else the workspace token.",
			Check: checkTexts, Func: setToken,
		},
	},
	When: []vocabulary.Step{
		{
			Pattern: line + `$`, Example: `I send GET "/api/v1/invitations?per_page=1"`, ForOwn: true,
			Doc: "A request of your own: the path is below base_url. <resources.source_id> stands for a value of the target " +
				"file, <name> for a remembered one; a remembered absolute URL can stand for the whole path.",
			Requests: asks, Check: check, FootprintOf: ofRequest, Func: send,
		},
		{
			Pattern: line + ` with body:$`, Example: `I send POST "/api/v1/sources/<resources.source_id>/filter_segments" with body:`, ForOwn: true,
			Below: "\"\"\"\n{\"name\": \"<run.name>\", \"dataset_id\": <resources.dataset_id>, \"molecules\": [<samples.atomic_molecule>]}\n\"\"\"",
			Doc: "The same with the JSON below the step as its body. <run.name> is a new name with the id of the run: what has " +
				"one can be found again.",
			Requests: asks, Check: checkBody, FootprintOf: ofRequest, Func: sendBody,
		},
		{
			Pattern: line + ` with members:$`, Example: `I send POST "/api/v1/sources/<resources.source_id>/filter_segments" with members:`,
			ForOwn:   true,
			Below:    "| name | \"<run.name>\" |\n| dataset_id | <resources.dataset_id> |\n| molecules | [<samples.atomic_molecule>] |",
			Doc:      "The same with a JSON object as its body: a row of the table is a name and a JSON value. Dots in a name lead into objects.",
			Requests: asks, Check: checkMembers, FootprintOf: ofRequest, Func: sendMembers,
		},
		{
			Pattern: line + ` with text:$`, Example: `I send POST "/api/v1/sources/<resources.source_id>/filter_segments" with text:`, ForOwn: true,
			Below: "\"\"\"\n{\"name\":\n\"\"\"",
			Doc: "The same with these bytes as its body, JSON or not. The Content-Type is application/json, unless the next " +
				"request has another one.",
			Requests: asks, Check: checkText, FootprintOf: ofRequest, Func: sendText,
		},
	},
}

// next is what a scenario has said of the request that it sends next.
type next struct {
	header http.Header
	token  token
}

func setHeader(w *world.World, name, value string) error {
	n := world.OfScenario[next](w)
	if n.header == nil {
		n.header = http.Header{}
	}
	f := remembered.For(w)
	n.header.Set(name, f.Text(value, nil))
	return f.Err()
}

func setToken(w *world.World, words string) error {
	f := remembered.For(w)
	world.OfScenario[next](w).token = parseToken(f.Text(words, nil))
	return f.Err()
}

func send(w *world.World, method, path string) error { return sendBytes(w, method, path, nil) }

func sendBody(w *world.World, method, path, text string) error {
	f := remembered.For(w)
	body := f.JSON(text)
	if err := f.Err(); err != nil {
		return err
	}
	if !gjson.Valid(body) {
		return errNoJSON
	}
	return sendBytes(w, method, path, []byte(body))
}

func sendText(w *world.World, method, path, text string) error {
	f := remembered.For(w)
	body := f.Text(text, nil)
	if err := f.Err(); err != nil {
		return err
	}
	return sendBytes(w, method, path, []byte(body))
}

func sendMembers(w *world.World, method, path string, table [][]string) error {
	f := remembered.For(w)
	body, err := object(f, table)
	if err == nil {
		err = f.Err()
	}
	if err != nil {
		return err
	}
	return sendBytes(w, method, path, body)
}

// object makes a JSON object of a table of names and values.
func object(f *remembered.Filler, table [][]string) ([]byte, error) {
	root := map[string]any{}
	for n, row := range table {
		if len(row) != 2 {
			return nil, fmt.Errorf("row %d of the table has %d cells: give each a name and a JSON value", n+1, len(row))
		}
		if row[1] == "" {
			return nil, fmt.Errorf("row %d of the table has no value: write a JSON value, such as \"\" for an empty text", n+1)
		}
		value := f.JSON(row[1])
		if !gjson.Valid(value) {
			return nil, fmt.Errorf("row %d of the table: %s is no JSON value: write a text in quotes as \"text\"", n+1, row[1])
		}
		at, names := root, strings.Split(row[0], ".")
		for _, name := range names[:len(names)-1] {
			inner, ok := at[name].(map[string]any)
			if !ok {
				inner = map[string]any{}
				at[name] = inner
			}
			at = inner
		}
		at[names[len(names)-1]] = json.RawMessage(value)
	}
	return json.Marshal(root)
}

// errNoJSON is the problem of a body that was meant to be JSON.
var errNoJSON = errors.New("its body is no JSON: correct it, or send it as it is with `with text:`")

// sendBytes sends a request with a body; nil is none.
func sendBytes(w *world.World, method, path string, body []byte) error {
	r, err := request(w, method, path, body)
	if err != nil {
		return err
	}
	*world.OfScenario[next](w) = next{}
	connectors.Prepare(w, r)
	e := w.Send(r)
	noteWrite(w, e)
	return w.Ctx.Err()
}

// noteWrite records in the ledger what a request that the document does not describe may
// have changed: what it describes is recorded as by any other step.
func noteWrite(w *world.World, e *client.Exchange) {
	if !writes(e.Method) || e.Operation != "" || e.Status/100 == 4 {
		return
	}
	id := e.Get("data.id")
	if !id.Exists() {
		id = e.Get("id")
	}
	w.Run.Ledger.Note(report.Entry{Kind: "change by a request of your own", ID: w.Run.Redact.Text(id.String()),
		Name: w.Run.Redact.Text(e.Method + " " + e.Path), Left: true, Note: "the run cannot know what it changed, and does not restore it"})
}

// writes reports whether a method may change something.
func writes(method string) bool {
	return !slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodOptions}, method)
}

// asks returns the operation of the document that a use of a step calls, empty where it
// has none, and whether it writes.
func asks(u vocabulary.Use) (operation string, writing bool) {
	method, path := u.Groups[0], u.Groups[1]
	if absolute(path) && method == http.MethodGet && strings.HasSuffix(remembered.PathOf(u, strings.Trim(path, "<>")), sourceURL) {
		return spec.ReadSegmentSource, false
	}
	o, _ := operationAt(method, path)
	return o.ID, writes(method)
}

// sourceURL is the member with the URL of a segment on its source.
const sourceURL = "filter_segment_source_url"

// ofRequest is the footprint of a request.
func ofRequest(u vocabulary.Use) vocabulary.Footprint {
	f := vocabulary.Footprint{Requests: 1}
	if keys := remembered.KeysIn(u.Groups[1], u.DocString, strings.Join(slices.Concat(u.Table...), " ")); len(keys) > 0 {
		f.Needs = keys[0]
	}
	switch operation, writing := asks(u); {
	case operation == spec.CreateSegment:
		f.Segments = 1
	case operation == spec.CreateConnector:
		f.Connectors = 1
	case operation == spec.CreateLink:
		f.Links = 1
	case writing:
		f.Others = 1
	}
	return f
}
