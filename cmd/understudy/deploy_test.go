package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

const deploy = "../../deploy"

func TestTheFilesForDeploymentAreValidYAML(t *testing.T) {
	files := []string{"../../.goreleaser.yaml", "../../.pre-commit-hooks.yaml"}
	err := filepath.WalkDir(deploy, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "node_modules" {
			return fs.SkipDir
		}
		if slices.Contains([]string{".yml", ".yaml"}, filepath.Ext(path)) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 5 {
		t.Errorf("only %v", files)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, document := range strings.Split(string(text), "\n---\n") {
			var v any
			if err := yaml.Unmarshal([]byte(document), &v); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}

// Each input of the action reaches the script, and the script uses no other variable.
func TestTheActionPassesItsInputs(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(deploy, "github-action", "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Inputs map[string]struct{ Description string }
		Runs   struct {
			Steps []struct {
				ID  string
				Env map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(text, &action); err != nil {
		t.Fatal(err)
	}
	script := readAll(t, filepath.Join(deploy, "github-action", "run.sh"), filepath.Join(deploy, "github-action", "program.sh"))
	passed := map[string]bool{}
	for _, step := range action.Runs.Steps {
		for variable, value := range step.Env {
			input := strings.ReplaceAll(strings.ToLower(variable), "_", "-")
			passed[input] = value == "${{ inputs."+input+" }}" && strings.Contains(script, variable)
		}
	}
	if len(action.Inputs) == 0 {
		t.Error("the action has no inputs")
	}
	for name, input := range action.Inputs {
		if !passed[name] || input.Description == "" {
			t.Errorf("the input %s does not reach the script, or has no description", name)
		}
	}
}

// runAction runs the script of the action in a folder, and returns what it wrote to the
// files of a workflow.
func runAction(t *testing.T, folder string, env ...string) (log, output, summary string, err error) {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	script, err := filepath.Abs(filepath.Join(deploy, "github-action", "run.sh"))
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		text, _ := os.ReadFile(filepath.Join(folder, name))
		return string(text)
	}
	cmd := exec.CommandContext(t.Context(), bash, script)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "PATH="+folder+string(os.PathListSeparator)+os.Getenv("PATH"), "RUNNER_TEMP="+folder,
		"GITHUB_OUTPUT="+filepath.Join(folder, "output"), "GITHUB_STEP_SUMMARY="+filepath.Join(folder, "summary"), "REPORTS=reports")
	cmd.Env = append(cmd.Env, env...)
	text, err := cmd.CombinedOutput()
	return string(text), read("output"), read("summary"), err
}

// standIn puts a program named understudy into a folder: it notes its arguments,
// writes a summary, and ends with an exit code.
func standIn(t *testing.T, exit string) string {
	t.Helper()
	folder := t.TempDir()
	write(t, filepath.Join(folder, "understudy"), "#!/bin/sh\necho \"$@\" >arguments\necho the summary >reports/summary.md\nexit "+exit+"\n")
	if err := os.Chmod(filepath.Join(folder, "understudy"), 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestTheActionVerifies(t *testing.T) {
	folder := standIn(t, "0")
	log, output, summary, err := runAction(t, folder, "COMMAND=verify", "TARGET=our target.yaml", "FEATURES=qa", "BASELINE=known.yaml", "ARGS=--wait 60s")
	if err != nil || output != "artifact=reports\nexit-code=0\n" || summary != "the summary\n" {
		t.Errorf("%v, output %q, summary %q: %s", err, output, summary, log)
	}
	arguments, err := os.ReadFile(filepath.Join(folder, "arguments"))
	if err != nil {
		t.Fatal(err)
	}
	if want := "verify --target our target.yaml --format github --report html=reports/report.html --report junit=reports/report.xml " +
		"--report json=reports/report.json --report markdown=reports/summary.md --report sarif=reports/report.sarif " +
		"--features qa --baseline known.yaml --wait 60s\n"; string(arguments) != want {
		t.Errorf("it ran understudy %s", arguments)
	}
}

func TestTheActionMergesShards(t *testing.T) {
	folder := standIn(t, "3")
	log, output, summary, err := runAction(t, folder, "COMMAND=merge", "TARGET=target.yaml", "TOO_LITTLE_CHECKED=warn", "ARGS=a.json b.json --min-checked 90%")
	if err != nil || output != "artifact=reports\nexit-code=3\n" || summary != "the summary\n" {
		t.Errorf("%v, output %q, summary %q: %s", err, output, summary, log)
	}
	arguments, err := os.ReadFile(filepath.Join(folder, "arguments"))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(arguments); !strings.HasPrefix(got, "merge --format github --report html=") || !strings.HasSuffix(got, " a.json b.json --min-checked 90%\n") {
		t.Errorf("it ran understudy %s", got)
	}
}

func TestTheActionEndsAsVerifyDoes(t *testing.T) {
	for _, c := range []struct{ exit, tooLittle, want, says string }{
		{"1", "warn", "exit status 1", ""},
		{"3", "fail", "exit status 3", ""},
		{"3", "warn", "", "::warning title=understudy::too little was checked"},
	} {
		log, output, _, err := runAction(t, standIn(t, c.exit), "COMMAND=verify", "TARGET=target.yaml", "TOO_LITTLE_CHECKED="+c.tooLittle)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want || output != "artifact=reports\nexit-code="+c.exit+"\n" || !strings.Contains(log, c.says) {
			t.Errorf("exit code %s, %s: %q, output %q: %s", c.exit, c.tooLittle, got, output, log)
		}
	}
	if log, _, _, err := runAction(t, standIn(t, "0"), "COMMAND=observe"); err == nil || !strings.Contains(log, "give verify, merge or serve") {
		t.Errorf("of another command: %v, %s", err, log)
	}
}

// Without a report, the action shows the message of the command on the change and in the
// summary. The token that the environment has is in neither.
func TestTheActionShowsWhyNothingWasVerified(t *testing.T) {
	for name, c := range map[string]struct{ features, target, says string }{
		"no such folder":     {"scenarios", "base_url: http://127.0.0.1:1\n", "--features: stat scenarios: no such file or directory: name a .feature file, or a folder with some"},
		"nothing listens":    {"", "base_url: http://127.0.0.1:1\n", "nothing listens at http://127.0.0.1:1"},
		"an unset variable":  {"", "", "--target is given an empty value"},
		"an invalid address": {"", "base_url: \"http://100%/${WORKSPACE_TOKEN}\"\n", "base_url"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Dir(commandFile(t))
			write(t, filepath.Join(folder, "target.yaml"), c.target+"tokens: {workspace: \"${WORKSPACE_TOKEN}\", personal: personal}\n")
			if err := os.Mkdir(filepath.Join(folder, "reports"), 0o700); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(folder, "reports", "summary.md"), "the summary of an earlier run\n")
			given := "target.yaml"
			if c.target == "" {
				given = ""
			}
			log, output, summary, err := runAction(t, folder, "COMMAND=verify", "TARGET="+given, "FEATURES="+c.features, "WORKSPACE_TOKEN=secret-token:one")
			if err == nil || err.Error() != "exit status 2" || output != "artifact=reports\nexit-code=2\n" {
				t.Fatalf("%v, output %q: %s", err, output, log)
			}
			annotation := regexp.MustCompile("(?m)^::error title=understudy::understudy: (.*)$").FindStringSubmatch(log)
			if annotation == nil || !strings.Contains(annotation[1], c.says) {
				t.Errorf("no annotation with %q: %s", c.says, log)
			}
			if !strings.Contains(summary, "exit code 2") || !strings.Contains(summary, c.says) || strings.Contains(summary, "earlier") {
				t.Errorf("the summary is %q", summary)
			}
			if strings.Contains(log+summary, "secret-token:one") {
				t.Errorf("the token is shown: %s%s", log, summary)
			}
		})
	}
}

func TestTheActionReportsAFakeThatDoesNotStart(t *testing.T) {
	folder := standIn(t, "2")
	log, _, _, err := runAction(t, folder, "COMMAND=serve", "ARGS=--addr nowhere")
	if err == nil || !strings.Contains(log, "::error title=understudy::the fake did not start") {
		t.Errorf("%v: %s", err, log)
	}
}

func TestTheActionNamesTheFakeThatItStarted(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "understudy"), `#!/bin/sh
while [ "$1" != --ready-file ]; do shift; done
printf '{\n  "base_url": "http://127.0.0.1:4711",\n  "tokens": {}\n}\n' >"$2"
`)
	if err := os.Chmod(filepath.Join(folder, "understudy"), 0o755); err != nil {
		t.Fatal(err)
	}
	log, output, _, err := runAction(t, folder, "COMMAND=serve")
	if want := "base-url=http://127.0.0.1:4711\nready-file=" + folder + "/understudy-ready.json\n"; err != nil || output != want {
		t.Errorf("%v, output %q: %s", err, output, log)
	}
}
