package target_test

import (
	"fmt"
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

const minimal = "base_url: http://127.0.0.1:1/\ntokens: {workspace: workspace-1, personal: personal-1}\n"

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
	if d := time.Duration(got.Limits.Settle); d != 3*time.Second {
		t.Errorf("settle = %v, want 3s", d)
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
	got, err := target.Parse([]byte(text), env(map[string]string{"BASE": "https://example.com/x", "W": "workspace-1", "P": "personal-1"}))
	if err != nil {
		t.Fatal(err)
	}
	for what, pair := range map[string][2]any{
		"base_url":           {got.BaseURL, "https://example.com/x"},
		"tokens.workspace":   {got.Tokens.Workspace, "secret-token:workspace-1"},
		"headers":            {got.Headers["X-Gate"], "personal-1"},
		"atomic_molecule":    {got.Samples.AtomicMolecule["attribute"], "workspace-1"},
		"a list in a sample": {got.Samples.AtomicMolecule["value"].([]any)[0], "personal-1"},
		"operation_molecule": {got.Samples.OperationMolecule, "workspace-1"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s = %v, want %v", what, pair[0], pair[1])
		}
	}
}

func TestTheEnvironmentIsExpandedInNumbersAndSwitches(t *testing.T) {
	text := minimal + `
resources: {source_id: "${ID}"}
limits: {settle: "${SPAN}", concurrency: "${TWO}", requests_per_second: "${RATE}"}
allow_writes: ${NO}
open_links: ${YES}
samples: {operation_molecule: "${TWO}"}
`
	values := map[string]string{"ID": "6101", "SPAN": "5s", "TWO": "2", "RATE": "1.5", "NO": "false", "YES": "true"}
	got, err := target.Parse([]byte(text), env(values))
	if err != nil {
		t.Fatal(err)
	}
	wanted := target.Limits{Settle: target.Duration(5 * time.Second), Concurrency: 2, RequestsPerSecond: 1.5,
		AsyncTimeout: got.Limits.AsyncTimeout, RequestTimeout: got.Limits.RequestTimeout}
	if got.Resources.SourceID != 6101 || got.Limits != wanted || got.Writes() || !got.OpenLinks || got.Samples.OperationMolecule != "2" {
		t.Errorf("read %+v", got)
	}
}

func TestALimitOfZeroThatMeansNoneIsValid(t *testing.T) {
	text := minimal + "limits: {requests_per_second: 0, link_wait: 0s, concurrency: , settle: ~}\n"
	if got, err := target.Parse([]byte(text), env(nil)); err != nil || got.Limits.Concurrency != 4 {
		t.Errorf("read %+v, %v", got.Limits, err)
	}
}

func TestAnEmptyVariableLeavesOutWhatMayBe(t *testing.T) {
	text := "base_url: http://h\ncontrol_url: ${NO}\ntokens: {workspace: w, personal: p, revoked: \"${NO}\"}\n"
	if got, err := target.Parse([]byte(text), env(map[string]string{"NO": ""})); err != nil || got.ControlURL != "" || got.Tokens.Revoked != "" {
		t.Errorf("read %+v, %v", got, err)
	}
}

func TestAnInvalidTargetFileIsRejectedWithTheFix(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a report":                            {`{"schema": 2, "tool": {}, "target": {"base_url": "http://a"}}`, "this is no target file, which has base_url and tokens: understudy init target writes one"},
		"a web page":                          {"<!doctype html>\n<title>a: b: c</title>", "this is no target file"},
		"an unknown key":                      {minimal + "grund: {}\n", `unknown key "grund" in the file: it takes base_url, tokens, headers,`},
		"an unknown deep key":                 {minimal + "resources: {source: 1}\n", `unknown key "source" in resources: did you mean "source_id"? it takes destination_id,`},
		"no base_url":                         {"tokens: {workspace: workspace-1, personal: personal-1}\n", "base_url is missing"},
		"a relative base_url":                 {"base_url: /x\ntokens: {workspace: workspace-1, personal: personal-1}\n", "1:1: base_url is not an absolute http or https URL"},
		"a base_url with query":               {"base_url: http://h/?a=1\ntokens: {workspace: workspace-1, personal: personal-1}\n", "no user, query or fragment"},
		"no workspace token":                  {"base_url: http://h\ntokens: {personal: personal-1}\n", "2:1: tokens.workspace is missing"},
		"no personal token":                   {"base_url: http://h\ntokens: {workspace: workspace-1}\n", "2:1: tokens.personal is missing"},
		"an unset variable":                   {"base_url: http://h\ntokens: {workspace: \"${NOPE}\", personal: personal-1}\n", "the environment has no NOPE: set it, or write the value into the file"},
		"unset variables":                     {"base_url: http://h\ntokens: {workspace: \"${NOPE}\", personal: \"${NADA}\"}\n", "the environment has no NADA, NOPE: set them, or write the values into the file"},
		"an empty variable for a token":       {"base_url: http://h\ntokens: {workspace: \"${EMPTY}\", personal: personal-1}\n", "2:10: tokens.workspace has no value, because ${EMPTY} is empty: set the variable, or write the value into the file"},
		"an empty variable for a URL":         {"base_url: ${EMPTY}\ntokens: {workspace: w, personal: p}\n", "1:1: base_url has no value, because ${EMPTY} is empty"},
		"an empty variable for an id":         {minimal + "resources: {source_id: \"${EMPTY}\"}\n", "3:13: resources.source_id has no value, because ${EMPTY} is empty"},
		"an empty variable for a switch":      {minimal + "allow_writes: ${EMPTY}\n", "3:15: allow_writes has no value, because ${EMPTY} is empty"},
		"an empty variable for a duration":    {minimal + "limits: {settle: \"${EMPTY}\"}\n", "3:18: limits.settle has no value, because ${EMPTY} is empty"},
		"a variable with a word for an id":    {minimal + "resources: {source_id: \"${WORD}\"}\n", "3:24: resources.source_id (from ${WORD}) has the wrong type: write a whole number"},
		"a variable with a word for a switch": {minimal + "allow_writes: ${WORD}\n", "3:15: allow_writes (from ${WORD}) has the wrong type: write true or false"},
		"a variable with a scheme":            {"base_url: http://h\ntokens: {workspace: \"${BEARER}\", personal: p}\n", "2:10: tokens.workspace (from ${BEARER}) begins with Bearer"},
		"a bad duration":                      {minimal + "limits: {async_timeout: soon}\n", `3:25: limits.async_timeout "soon" is not a duration: write one like 30s`},
		"half a key pair":                     {minimal + "tls: {client_cert: a.pem}\n", "go together"},
		"an id that is a word":                {minimal + "resources: {source_id: four}\n", "3:24: resources.source_id has the wrong type: write a whole number"},
		"half an id":                          {minimal + "resources: {source_id: 1.5}\n", "3:24: resources.source_id has a fraction: write a whole number"},
		"a number too large":                  {minimal + "resources: {source_id: 9223372036854775808}\n", "3:24: resources.source_id has the wrong type: write a whole number, up to 9223372036854775807"},
		"half a scenario":                     {minimal + "limits:\n  concurrency: 2.5\n", "4:16: limits.concurrency has a fraction"},
		"full and empty":                      {minimal + "resources: {objects_destination_id: 4, empty_destination_id: 4}\n", "3:40: resources.empty_destination_id is objects_destination_id as well: give a destination without objects"},
		"topics and none":                     {minimal + "resources: {topics_source_id: 4, empty_topics_source_id: 4}\n", "3:34: resources.empty_topics_source_id is topics_source_id as well"},
		"both names of a key":                 {minimal + "resources: {source_id: 4}\nground: {source_id: 4}\n", "4:1: ground is the old name of resources"},
		"an old key":                          {minimal + "ground:\n  source_id: -4\n", "4:3: resources.source_id is negative"},
		"a negative id":                       {minimal + "resources:\n  source_id: -4\n", "4:3: resources.source_id is negative: write the id of a resource"},
		"a word for a URL":                    {minimal + "control_url: nonsense\n", "3:1: control_url is not an absolute http or https URL: write one like http://"},
		"a token with its scheme":             {"base_url: http://h\ntokens:\n  workspace: Bearer abc\n  personal: p\n", "3:3: tokens.workspace begins with Bearer: write the token alone"},
		"a variable by its name":              {"base_url: http://h\ntokens:\n  workspace: $TOKEN\n  personal: p\n", "3:3: tokens.workspace is the name of an environment variable: write ${NAME}"},
		"a variable without end":              {"base_url: http://h:${PORT\ntokens: {workspace: workspace-1, personal: 'x${P-1}'}\n", "1:1: base_url has ${ without the name of a variable and }: write ${NAME}"},
		"a token with a variable without end": {"base_url: http://h\ntokens: {workspace: workspace-1, personal: 'x${P-1}'}\n", "2:34: tokens.personal has ${ without"},
		"a header with a space":               {minimal + "headers: {X Y: a}\n", "3:11: headers.X Y is no name of a header: write letters, digits and -"},
		"a header of two lines":               {minimal + "headers: {X-Y: \"a\\nb\"}\n", "3:11: headers.X-Y has a line break"},
		"a token as a header":                 {minimal + "headers: {authorization: a}\n", "3:11: headers.authorization is set from tokens: leave it out here"},
		"a URL with a user":                   {minimal + "control_url: http://u@h\n", "3:1: control_url may have a path, but no user"},
		"a negative duration":                 {minimal + "limits: {link_wait: -3s}\n", `3:21: limits.link_wait "-3s" is negative: write a duration like 30s`},
		"a list for a duration":               {minimal + "limits: {link_wait: [1]}\n", "3:21: limits.link_wait has the wrong type: write a duration"},
		"no scenario at a time":               {minimal + "limits: {concurrency: -1}\n", "3:10: limits.concurrency is below 1: "},
		"no time for a segment":               {minimal + "limits:\n  async_timeout: 0s\n", "4:3: limits.async_timeout is 0: write a duration like 30s, or leave the key out"},
		"no time for a response":              {minimal + "limits:\n  request_timeout: 0s\n", "4:3: limits.request_timeout is 0: write a duration like 10s"},
		"no time for a write":                 {minimal + "limits:\n  settle: 0s\n", "4:3: limits.settle is 0: write a duration like 3s"},
		"none at a time":                      {minimal + "limits:\n  concurrency: 0\n", "4:3: limits.concurrency is 0: write how many scenarios run at a time, 1 or more, or leave the key out"},
		"keys for a text":                     {"base_url: http://h\ntokens:\n  workspace:\n    a: b\n", "4:5: tokens.workspace has the wrong type: write a text"},
		"a text for keys":                     {minimal + "samples: {connector: x}\n", "3:22: samples.connector has the wrong type: write keys with values"},
		"a text for a switch":                 {minimal + "open_links: maybe\n", "3:13: open_links has the wrong type: write true or false"},
		"an id beyond integers":               {minimal + "resources: {source_id: 99999999999999999999}\n", "3:24: resources.source_id has the wrong type: write a whole number"},
		"a list for the file":                 {"- a\n", "1:1: the file has the wrong type: write keys with values"},
		"a key of two":                        {minimal + "base_url: http://h\n", `3:1: the key "base_url" is there already, in line 1: remove one of them`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := target.Parse([]byte(c.text), env(map[string]string{"EMPTY": "", "WORD": "abc", "BEARER": "Bearer abc"}))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error = %v, want one with %q", err, c.want)
			}
		})
	}
}

func TestTheOldNameOfResourcesIsStillRead(t *testing.T) {
	got, err := target.Parse([]byte(minimal+"ground: {source_id: 4}\n"), env(nil))
	if err != nil || got.Resources.SourceID != 4 || !got.OldKeys || got.OldResources != nil {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestAnEmptyOptionalTokenIsAbsent(t *testing.T) {
	text := "base_url: http://h\ntokens: {workspace: workspace-1, personal: personal-1, other_workspace: '', revoked: ''}\n"
	if _, err := target.Parse([]byte(text), env(nil)); err != nil {
		t.Error(err)
	}
}

func TestADurationIsReadInEveryFormOfAText(t *testing.T) {
	for _, form := range []string{"40s", "'40s'", "!!str 40s", "|\n    40s", "*forty"} {
		text := minimal + "limits:\n  request_timeout: &forty 40s\n  async_timeout: " + strings.TrimSpace(form)
		got, err := target.Parse([]byte(text), env(nil))
		if err != nil || time.Duration(got.Limits.AsyncTimeout) != 40*time.Second {
			t.Errorf("%s: %v, %v", form, got.Limits.AsyncTimeout, err)
		}
	}
}

func TestAnErrorOfAFileNamesIt(t *testing.T) {
	dir := t.TempDir()
	bad, missing := filepath.Join(dir, "bad.yaml"), filepath.Join(dir, "missing.yaml")
	if err := os.WriteFile(bad, []byte(minimal+"resources: {source_id: -4}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, says := range map[string]string{
		bad:     "target file " + bad + ":3:13: resources.source_id is negative",
		missing: ": understudy init target " + missing + " writes one",
		dir:     ": name a target file that can be read",
	} {
		if _, err := target.Load(path); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want %s", err, says)
		}
	}
}

func TestAWrittenFileReadsBackTheSame(t *testing.T) {
	no := false
	want := target.Target{BaseURL: "http://h", Tokens: target.Tokens{Workspace: "secret-token:workspace", Personal: "personal-1"},
		Resources: target.Resources{SourceID: 4, DatasetID: 5}, AllowWrites: &no,
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
	if got.Tokens != want.Tokens || got.Resources != want.Resources || got.Writes() || got.Samples.OperationMolecule != "AND" {
		t.Errorf("read back %+v", got)
	}
}

func TestTokensOfAnyFormReadBackTheSame(t *testing.T) {
	for _, token := range []string{"secret-token:ABCDEFGH", "00000007", "0x123456", "12345e67", "1_000_000", "2024-05-01", "a: bcdef #ghi", `"quoted'`, "~~~~~~~~", "é|é|é|é|"} {
		want := target.Target{BaseURL: "http://h", Tokens: target.Tokens{Workspace: token, Personal: token}}
		text, err := target.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := target.Parse(text, env(nil))
		if err != nil || got.Tokens != want.Tokens {
			t.Errorf("%q is read as %+v, %v:\n%s", token, got.Tokens, err, text)
		}
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

func TestEveryInvalidValueIsReported(t *testing.T) {
	_, err := target.Parse([]byte("base_url: x\ntokens: {workspace: \"\", personal: p}\nresources:\n  source_id: -1\n"), env(nil))
	want := []string{"1:1: base_url is not", "2:10: tokens.workspace is missing", "4:3: resources.source_id is negative"}
	lines := strings.Split(fmt.Sprint(err), "\n")
	for i, begins := range want {
		if len(lines) != len(want) || !strings.HasPrefix(lines[i], begins) {
			t.Fatalf("reported\n%v\nwant %q", err, want)
		}
	}
}
