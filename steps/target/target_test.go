package target_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"understudy/steps/target"
)

func env(m map[string]string) func(string) (string, bool) {
	return func(k string) (string, bool) { v, ok := m[k]; return v, ok }
}

const minimal = "base_url: http://127.0.0.1:1/\ntokens: {workspace: w, personal: p}\n"

func TestAnAbsentKeyHasItsDefault(t *testing.T) {
	got, err := target.Parse([]byte(minimal), env(nil))
	if err != nil {
		t.Fatal(err)
	}
	if got.BaseURL != "http://127.0.0.1:1" {
		t.Errorf("base_url = %q, want it without the trailing slash", got.BaseURL)
	}
	if !got.Writes() {
		t.Error("writes are not allowed by default")
	}
	if d := time.Duration(got.Limits.AsyncTimeout); d != 30*time.Second {
		t.Errorf("async_timeout = %v, want 30s", d)
	}
	if got.Limits.Concurrency != 4 {
		t.Errorf("concurrency = %d, want 4", got.Limits.Concurrency)
	}
}

func TestTheEnvironmentIsExpandedInEveryText(t *testing.T) {
	text := `
base_url: ${BASE}
tokens: {workspace: "secret-token:${W}", personal: "${P}"}
headers: {X-Gate: "${P}"}
samples: {atomic_molecule: {attribute: "${W}", value: ["${P}"]}, operation_molecule: "${W}"}
`
	got, err := target.Parse([]byte(text), env(map[string]string{"BASE": "https://example.com/x", "W": "ww", "P": "pp"}))
	if err != nil {
		t.Fatal(err)
	}
	for what, pair := range map[string][2]any{
		"base_url":           {got.BaseURL, "https://example.com/x"},
		"tokens.workspace":   {got.Tokens.Workspace, "secret-token:ww"},
		"headers":            {got.Headers["X-Gate"], "pp"},
		"atomic_molecule":    {got.Samples.AtomicMolecule["attribute"], "ww"},
		"a list in a sample": {got.Samples.AtomicMolecule["value"].([]any)[0], "pp"},
		"operation_molecule": {got.Samples.OperationMolecule, "ww"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s = %v, want %v", what, pair[0], pair[1])
		}
	}
}

func TestABadFileSaysWhatToDo(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"an unknown key":        {minimal + "grund: {}\n", `unknown field "grund"`},
		"an unknown deep key":   {minimal + "ground: {source: 1}\n", `unknown field "source"`},
		"no base_url":           {"tokens: {workspace: w, personal: p}\n", "base_url is missing"},
		"a relative base_url":   {"base_url: /x\ntokens: {workspace: w, personal: p}\n", "no absolute http or https URL"},
		"a base_url with query": {"base_url: http://h/?a=1\ntokens: {workspace: w, personal: p}\n", "no user, query or fragment"},
		"no workspace token":    {"base_url: http://h\ntokens: {personal: p}\n", "tokens.workspace is missing"},
		"no personal token":     {"base_url: http://h\ntokens: {workspace: w}\n", "tokens.personal is missing"},
		"an unset variable":     {"base_url: http://h\ntokens: {workspace: \"${NOPE}\", personal: p}\n", "the environment has no NOPE"},
		"a bad duration":        {minimal + "limits: {async_timeout: soon}\n", "is no duration"},
		"half a key pair":       {minimal + "tls: {client_cert: a.pem}\n", "go together"},
		"an id that is a word":  {minimal + "ground: {source_id: four}\n", "[3:"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := target.Parse([]byte(c.text), env(nil))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error = %v, want one with %q", err, c.want)
			}
		})
	}
}

func TestAWrittenFileReadsBackTheSame(t *testing.T) {
	no := false
	want := target.Target{BaseURL: "http://h", Tokens: target.Tokens{Workspace: "secret-token:x", Personal: "p"},
		Ground: target.Ground{SourceID: 4, DatasetID: 5}, AllowWrites: &no,
		Samples: target.Samples{OperationMolecule: "AND", AtomicMolecule: map[string]any{"attribute": "email"}}}
	text, err := target.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "target.yaml")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := target.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if got.Tokens != want.Tokens || got.Ground != want.Ground || got.Writes() || got.Samples.OperationMolecule != "AND" {
		t.Errorf("read back %+v", got)
	}
}

func TestPathsOfTLSFilesAreRelativeToTheTargetFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "target.yaml")
	if err := os.WriteFile(path, []byte(minimal+"tls: {ca_file: ca.pem}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := target.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if got.TLS.CAFile != filepath.Join(dir, "ca.pem") {
		t.Errorf("ca_file = %q", got.TLS.CAFile)
	}
}
