package remembered

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// shown is a world whose last response has a body and a header.
func shown(t *testing.T, body string) *world.World {
	w := worldtest.On(t, target.Target{BaseURL: "https://api.invalid", Resources: target.Resources{SourceID: 4120}})
	w.Take(&client.Exchange{Request: client.Request{Operation: spec.CreateSegment, Method: http.MethodPost}, Status: http.StatusCreated,
		Header: http.Header{"Etag": {`"v1"`}}, Body: []byte(body)})
	return w
}

func TestAValueKeepsItsKind(t *testing.T) {
	w := shown(t, `{"data": {"id": 77.0, "name": "a \"b\" <c>", "tags": ["x", null], "on": true}}`)
	for path, name := range map[string]string{"data.id": "id", "data.name": "name", "data.tags": "tags", "data.on": "on", "data": "data"} {
		if err := rememberMember(w, path, name); err != nil {
			t.Fatal(err)
		}
	}
	if err := rememberHeader(w, "ETag", "version"); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`{"id": <id>, "as_text": "<id>"}`:      `{"id": 77.0, "as_text": "77"}`,
		`{"name": <name>, "in": "its <name>"}`: `{"name": "a \"b\" <c>", "in": "its a \"b\" \u003cc\u003e"}`,
		`{"tags": <tags>, "on": <on>}`:         `{"tags": ["x", null], "on": true}`,
		`{"quoted": "\"<id>\""}`:               `{"quoted": "\"77\""}`,
		`{"unknown": "<other>", "less": "<"}`:  `{"unknown": "<other>", "less": "<"}`,
		`{"source": <resources.source_id>}`:    `{"source": 4120}`,
	} {
		if got := For(w).JSON(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{"/a/<id>?v=<version>": `/a/77?v="v1"`, "<data.none>": "<data.none>"} {
		if got := For(w).Text(text, nil); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if got := For(w).Text("<name>", strings.ToUpper); got != `A "B" <C>` {
		t.Errorf("escaped it is %s", got)
	}
}

func TestWhatIsMissingSkipsTheScenario(t *testing.T) {
	w := shown(t, `{"data": {}}`)
	fill := For(w)
	fill.Text("<resources.destination_id>", nil)
	for what, err := range map[string]error{"a member": rememberMember(w, "data.id", "id"), "a header": rememberHeader(w, "X-None", "none"), "a key": fill.Err()} {
		if err == nil || w.Run.ReasonOf(err).Kind == "" {
			t.Errorf("%s: %v", what, err)
		}
	}
	if got := For(w).Text("<id>", nil); got != "<id>" {
		t.Errorf("what was missing is remembered as %q", got)
	}
}

func TestASecretIsInNoReport(t *testing.T) {
	w := shown(t, `{"data": {"id": 1, "auth": {"key": "hidden"}}}`)
	for path, name := range map[string]string{"data.id": "id", "data.auth.key": "key"} {
		if err := rememberMember(w, path, name); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]string{"it is <id>": "it is 1", "it is <key>": "it is <key>", "<id> and <key>": "<id> and <key>"} {
		f := For(w)
		if got := f.Shown(text, f.Text(text, nil)); got != want {
			t.Errorf("%s is shown as %q, want %q", text, got, want)
		}
	}
}

func TestANameIsCheckedBeforeARun(t *testing.T) {
	remember := Rows.Given[0]
	of := func(name string, columns ...string) *vocabulary.Scenario {
		return &vocabulary.Scenario{Columns: columns, Steps: []vocabulary.Use{{Step: &remember, Groups: []string{"data.id", name}}, {}}}
	}
	for name, want := range map[string]string{"segment": "", "2nd": "cannot be written", "a b": "cannot be written", "list": "have a column"} {
		err := checkName(of(name, "list"), 0)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", name, err, want)
		}
	}
	for text, want := range map[string]string{
		"<segment>":             "",
		"<resources.source_id>": "",
		"<segmant>":             "did you mean <segment>",
		"<resources.sourceid>":  "did you mean",
		"<title>":               "stays as it is",
	} {
		err := Check(of("segment"), 1, text)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
		var wrong vocabulary.Misspelt
		if errors.As(err, &wrong) && !strings.Contains(text, wrong.Written) {
			t.Errorf("%s: %+v", text, wrong)
		}
	}
	if keys := KeysIn("<resources.source_id> <run.id> <samples.connector> <mine>"); !slices.Equal(keys, []string{"resources.source_id", "samples.connector"}) {
		t.Errorf("keys of the target file: %q", keys)
	}
	if slices.ContainsFunc(Reserved(), func(name string) bool { return strings.HasPrefix(name, "tokens.") }) {
		t.Error("a token may be written into a request")
	}
}
