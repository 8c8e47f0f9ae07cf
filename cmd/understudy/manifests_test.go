package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// argumentsIn returns the arguments of the containers of our image in a manifest.
func argumentsIn(node any) (all [][]string) {
	switch v := node.(type) {
	case map[string]any:
		image, _ := v["image"].(string)
		if args, ok := v["args"].([]any); ok && strings.Contains(image, "/understudy:") {
			var texts []string
			for _, a := range args {
				text, _ := a.(string)
				texts = append(texts, strings.ReplaceAll(text, "$(JOB_COMPLETION_INDEX)", "0"))
			}
			all = append(all, texts)
		}
		for _, member := range v {
			all = append(all, argumentsIn(member)...)
		}
	case []any:
		for _, item := range v {
			all = append(all, argumentsIn(item)...)
		}
	}
	return all
}

// Each pod of the manifests runs a command with flags and arguments that it takes.
func TestTheManifestsRunCommandsThatExist(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(deploy, "kubernetes", "*", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var ran []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, document := range strings.Split(string(text), "\n---\n") {
			var v any
			if err := yaml.Unmarshal([]byte(document), &v); err != nil {
				t.Fatal(err)
			}
			for _, args := range argumentsIn(v) {
				cmd, rest, err := newRoot().Find(args)
				if err == nil {
					err = cmd.ParseFlags(rest)
				}
				if err == nil {
					err = cmd.ValidateArgs(cmd.Flags().Args())
				}
				if err != nil {
					t.Errorf("%s: understudy %s: %v", file, strings.Join(args, " "), err)
				}
				ran = append(ran, args[0])
			}
		}
	}
	if slices.Sort(ran); !slices.Equal(ran, []string{"merge", "serve", "verify"}) {
		t.Errorf("they run %v", ran)
	}
}
