package sending

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/pattern"
	"understudy/spec/suggest"
	"understudy/steps/builtin/remembered"
	"understudy/steps/vocabulary"
)

// check reports what is wrong with a request without a body.
func check(sc *vocabulary.Scenario, i int) error {
	u := sc.Steps[i]
	method, path := u.Groups[0], u.Groups[1]
	if err := remembered.Check(sc, i, path); err != nil {
		return err
	}
	switch {
	case absolute(path):
	case strings.HasPrefix(path, "http://"), strings.HasPrefix(path, "https://"):
		return errors.New("a path is below base_url, so that the scenario runs on any deployment: write it from the / after base_url on")
	case !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//"):
		return fmt.Errorf("the path %q does not begin with one /: write it from the / after base_url on", path)
	case strings.ContainsAny(path, " \t#"):
		return errors.New("a path has no spaces and no #: write them as %20 and %23")
	}
	if err := mayBeSent(method, path); err != nil {
		return err
	}
	return doubtPath(path)
}

// doubtPath doubts a path that is that of an operation except for one misspelt part.
func doubtPath(path string) error {
	path, _, _ = strings.Cut(path, "?")
	parts := strings.Split(path, "/")
	if slices.ContainsFunc(spec.Operations, func(o spec.Operation) bool { return o.IsAt(path) }) {
		return nil
	}
	for _, o := range spec.Operations {
		known := strings.Split(o.Path, "/")
		if len(known) != len(parts) {
			continue
		}
		meant, wrong := slices.Clone(parts), 0
		for n, part := range parts {
			if !strings.HasPrefix(known[n], "{") && part != known[n] {
				meant[n] = suggest.Misspelt(part, known[n:n+1])
				wrong++
			}
		}
		if wrong == 1 && !slices.Contains(meant[1:], "") {
			return vocabulary.Doubt{Text: fmt.Sprintf("the document has no path %q: did you mean %q?", path, strings.Join(meant, "/"))}
		}
	}
	return nil
}

// checkWithBody reports what is wrong with a request that has a body.
func checkWithBody(sc *vocabulary.Scenario, i int, texts ...string) error {
	if err := check(sc, i); err != nil {
		return err
	}
	if method := sc.Steps[i].Groups[0]; slices.Contains([]string{http.MethodGet, http.MethodHead}, method) {
		return fmt.Errorf("a %s has no body: put its parameters into the path, after a ?", method)
	}
	return remembered.Check(sc, i, texts...)
}

func checkBody(sc *vocabulary.Scenario, i int) error {
	text := sc.Steps[i].DocString
	if err := checkWithBody(sc, i, text); err != nil {
		return err
	}
	if !gjson.Valid(remembered.InLint().JSON(text)) {
		return errNoJSON
	}
	return nil
}

func checkText(sc *vocabulary.Scenario, i int) error {
	return checkWithBody(sc, i, sc.Steps[i].DocString)
}

func checkMembers(sc *vocabulary.Scenario, i int) error {
	table := sc.Steps[i].Table
	if err := checkWithBody(sc, i, slices.Concat(table...)...); err != nil {
		return err
	}
	_, err := object(remembered.InLint(), table)
	return err
}

var (
	headerName  = pattern.Lazy("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")
	headerValue = pattern.Lazy(`^[\x20-\x7e]*$`)
)

// reservedHeaders are those that a step does not set.
var reservedHeaders = []string{"Authorization", "Cookie", "Host", "Content-Length", "Transfer-Encoding", "Connection"}

func checkHeader(sc *vocabulary.Scenario, i int) error {
	name, value := sc.Steps[i].Groups[0], sc.Steps[i].Groups[1]
	switch {
	case !headerName().MatchString(name) || !headerValue().MatchString(value):
		return errors.New("it is no header of HTTP: write letters, digits and - in the name, and ASCII in the value")
	case slices.Contains(reservedHeaders, http.CanonicalHeaderKey(name)):
		return fmt.Errorf("the header %s is not set by a step: write `the next request has the token \"…\"` for a token, and headers "+
			"of the target file for what every request has", name)
	}
	return remembered.Check(sc, i, value)
}

func checkTexts(sc *vocabulary.Scenario, i int) error {
	return remembered.Check(sc, i, sc.Steps[i].Groups...)
}
