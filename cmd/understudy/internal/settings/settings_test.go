package settings

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// commands are one command with flags of every kind, and one below another.
func commands() []Command {
	serve := pflag.NewFlagSet("serve", pflag.ContinueOnError)
	serve.String("public-url", "", "")
	serve.String("addr", "", "")
	serve.Int("journal", 1000, "")
	serve.StringArray("gap", nil, "")
	serve.String("control-token", "", "")
	force := pflag.NewFlagSet("fixtures", pflag.ContinueOnError)
	force.Bool("force", false, "")
	return []Command{{[]string{"serve"}, serve}, {[]string{"init", "fixtures"}, force}}
}

func TestTheVariableComesBeforeTheFileAndAFlagBeforeBoth(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.yaml")
	if err := os.WriteFile(file, []byte("serve: {journal: 5, gap: [a=b, c=d], public-url: http://file}\ninit: {fixtures: {force: true}}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	all := commands()
	s, err := Read(all, []string{"UNDERSTUDY_CONFIG=" + file, "UNDERSTUDY_SERVE_JOURNAL=7", "UNDERSTUDY_SERVE_PUBLIC_URL=", "UNDERSTUDY_NO_FLAG=x", "HOME=/"})
	if err != nil {
		t.Fatal(err)
	}
	serve, force := all[0].Flags, all[1].Flags
	if err := serve.Parse([]string{"--public-url", "http://flag"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if err := s.Apply(c, func(err error) error { return err }); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"journal": "7", "gap": "[a=b,c=d]", "public-url": "http://flag", "control-token": ""} {
		if got := serve.Lookup(name).Value.String(); got != want {
			t.Errorf("--%s is %q, want %q", name, got, want)
		}
	}
	if got := force.Lookup("force").Value.String(); got != "true" {
		t.Errorf("--force is %s", got)
	}
}

func TestWhatIsPrintedIsAFileWithTheSameSettings(t *testing.T) {
	print := func(environ ...string) string {
		s, err := Read(commands(), environ)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := s.Print(&b, commands()); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	first := print("UNDERSTUDY_SERVE_GAP=a=b: #,c", "UNDERSTUDY_SERVE_JOURNAL=7", "UNDERSTUDY_SERVE_CONTROL_TOKEN=hidden", "UNDERSTUDY_INIT_FIXTURES_FORCE=true")
	if strings.Contains(first, "hidden") {
		t.Errorf("a token is shown:\n%s", first)
	}
	file := filepath.Join(t.TempDir(), "f.yaml")
	if err := os.WriteFile(file, []byte(first), 0o600); err != nil {
		t.Fatal(err)
	}
	second := print("UNDERSTUDY_CONFIG=" + file)
	for _, line := range []string{`  gap: ["a=b: #", c]  # from ` + file + ": serve.gap", "  journal: 7  # from " + file + ": serve.journal",
		"    force: true  # from " + file + ": init.fixtures.force", `  # public-url: ""  # UNDERSTUDY_SERVE_PUBLIC_URL`} {
		if !strings.Contains(second, line+"\n") {
			t.Errorf("no line %q in:\n%s", line, second)
		}
	}
}

func TestAMisspeltVariableIsNamed(t *testing.T) {
	for variable, want := range map[string]string{
		"UNDERSTUDY_SERVE_JOURNAL=7":      "",
		"UNDERSTUDY_CONFIG=":              "",
		"UNDERSTUDY_SERVE_JURNAL=7":       "the variable UNDERSTUDY_SERVE_JURNAL sets nothing: did you mean UNDERSTUDY_SERVE_JOURNAL?",
		"UNDERSTUDY_SERVER_JOURNAL=7":     "the variable UNDERSTUDY_SERVER_JOURNAL sets nothing: did you mean UNDERSTUDY_SERVE_JOURNAL?",
		"UNDERSTUDY_JOURNAL=7":            "the variable UNDERSTUDY_JOURNAL sets nothing: did you mean UNDERSTUDY_SERVE_JOURNAL?",
		"UNDERSTUDY_CONFIGS=other.yaml":   "the variable UNDERSTUDY_CONFIGS sets nothing: did you mean UNDERSTUDY_CONFIG?",
		"UNDERSTUDY_SERVE_PORT=80":        "the variable UNDERSTUDY_SERVE_PORT sets nothing: did you mean UNDERSTUDY_SERVE_ADDR?",
		"UNDERSTUDY_BUILD_OF_ANOTHER=yes": "",
		"UNDERSTUDY_CONTROL_TOKEN=hidden": "",
	} {
		s, err := Read(commands(), []string{variable})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(s.Misspelt(), "; "); got != want {
			t.Errorf("%s: %q, want %q", variable, got, want)
		}
	}
}
