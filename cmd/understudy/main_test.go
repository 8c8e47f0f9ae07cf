package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"understudy/spec/yamlfile"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"understudy": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":     exits,
			"ready":     awaitReady,
			"mode":      hasMode,
			"sigterm":   sigterm,
			"validates": validates,
		},
	})
}

// exits CODE PROGRAM ARG... runs a program that must end with an exit code.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := 0
	var ended *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &ended):
		code = ended.ExitCode()
	default:
		ts.Check(err)
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

// ready FILE waits for a ready file and puts its content into the environment
// as BASE_URL, WORKSPACE_TOKEN and PERSONAL_TOKEN.
func awaitReady(ts *testscript.TestScript, _ bool, args []string) {
	file := ts.MkAbs(args[0])
	watcher, err := fsnotify.NewWatcher()
	ts.Check(err)
	defer watcher.Close()
	ts.Check(watcher.Add(filepath.Dir(file)))
	late := time.After(time.Minute)
	text, err := os.ReadFile(file)
	for err != nil {
		select {
		case <-watcher.Events:
		case err := <-watcher.Errors:
			ts.Fatalf("waiting for %s: %v", args[0], err)
		case <-late:
			ts.Fatalf("%s: not written in 20 s", args[0])
		}
		text, err = os.ReadFile(file)
	}
	var r struct {
		BaseURL string `json:"base_url"`
		Tokens  struct{ Workspace, Personal string }
	}
	ts.Check(json.Unmarshal(text, &r))
	ts.Setenv("BASE_URL", r.BaseURL)
	ts.Setenv("WORKSPACE_TOKEN", r.Tokens.Workspace)
	ts.Setenv("PERSONAL_TOKEN", r.Tokens.Personal)
}

// sigterm sends SIGTERM to the commands in the background.
func sigterm(ts *testscript.TestScript, _ bool, _ []string) {
	for _, c := range ts.BackgroundCmds() {
		ts.Check(c.Process.Signal(syscall.SIGTERM))
	}
}

// mode OCTAL FILE... checks the permissions of files.
func hasMode(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args[1:] {
		info, err := os.Stat(ts.MkAbs(name))
		ts.Check(err)
		if got := fmt.Sprintf("%04o", info.Mode().Perm()); got != args[0] {
			ts.Fatalf("%s has mode %s, want %s", name, got, args[0])
		}
	}
}

// validates SCHEMA FILE validates a JSON or YAML file against a JSON Schema.
func validates(ts *testscript.TestScript, neg bool, args []string) {
	schema, err := jsonschema.UnmarshalJSON(strings.NewReader(ts.ReadFile(args[0])))
	ts.Check(err)
	text, _, err := yamlfile.JSON([]byte(ts.ReadFile(args[1])))
	ts.Check(err)
	instance, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	ts.Check(err)
	c := jsonschema.NewCompiler()
	ts.Check(c.AddResource("schema.json", schema))
	compiled, err := c.Compile("schema.json")
	ts.Check(err)
	switch err := compiled.Validate(instance); {
	case neg && err == nil:
		ts.Fatalf("%s is valid", args[1])
	case !neg:
		ts.Check(err)
	}
}
