package feature

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	gherkin "github.com/cucumber/gherkin/go/v26"
)

// Content returns a text that is equal for two feature files with the same content: the
// same scenarios, steps, tables, names, descriptions and comments, whatever their
// indentation. The error says why the text is not Gherkin.
func Content(text []byte) (string, error) {
	if line := longLine(text); line > 0 {
		return "", fmt.Errorf("line %d is longer than %d bytes: split it", line, mostLine)
	}
	doc, err := gherkin.ParseGherkinDocument(bytes.NewReader(bytes.TrimPrefix(text, byteOrderMark)), func() string { return "" })
	if err != nil {
		return "", syntaxFaults("", text, err)[0]
	}
	if doc.Feature == nil {
		return "", fmt.Errorf("the file holds no feature: begin with Feature: and a name")
	}
	var tree any
	plain, err := json.Marshal(doc)
	if err == nil {
		err = json.Unmarshal(plain, &tree)
	}
	if err != nil {
		return "", err
	}
	out, err := json.Marshal(withoutPlaces(tree))
	return string(out), err
}

// withoutPlaces removes the places of a tree, and the spaces that may differ.
func withoutPlaces(tree any) any {
	switch t := tree.(type) {
	case map[string]any:
		delete(t, "location")
		for name, value := range t {
			t[name] = withoutPlaces(value)
			if name == "description" || name == "comments" {
				t[name] = trimmed(value)
			}
		}
	case []any:
		for i := range t {
			t[i] = withoutPlaces(t[i])
		}
	}
	return tree
}

// trimmed removes the spaces around the lines of a description, and around comments.
func trimmed(tree any) any {
	switch t := tree.(type) {
	case string:
		var lines []string
		for _, line := range strings.Split(strings.TrimSpace(t), "\n") {
			if line = strings.TrimSpace(line); line != "" {
				lines = append(lines, line)
			}
		}
		return strings.Join(lines, "\n")
	case map[string]any:
		for name := range t {
			t[name] = trimmed(t[name])
		}
	case []any:
		for i := range t {
			t[i] = trimmed(t[i])
		}
	}
	return tree
}
