package values

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"understudy/spec/contract"
	"understudy/spec/suggest"
	"understudy/steps/builtin/remembered"
	"understudy/steps/vocabulary"
)

// checkValue is checkCondition for a step whose groups are a path and a condition.
func checkValue(sc *vocabulary.Scenario, i int) error {
	if err := checkCondition(sc, i); err != nil {
		return err
	}
	u := sc.Steps[i]
	return doubtPath(u.Asked, u.Groups[0], u.Groups[1])
}

// checkRecords is checkCondition for a step whose groups are how many records of a list have
// a member that meets a condition.
func checkRecords(sc *vocabulary.Scenario, i int) error {
	if err := checkCondition(sc, i); err != nil {
		return err
	}
	u := sc.Steps[i]
	path := u.Groups[1] + ".0." + u.Groups[2]
	if many := u.Groups[0]; many == "no" || many == "0" {
		return doubtMember(u.Asked, path, true)
	}
	return doubtPath(u.Asked, path, u.Groups[3])
}

// doubtPath doubts a misspelt path of a condition.
func doubtPath(operation, path, text string) error {
	c, err := parse(remembered.InLint(), text)
	if err != nil {
		return err
	}
	return doubtMember(operation, path, c.absent)
}

// plainPath is a gjson path of names and numbers alone.
var plainPath = regexp.MustCompile(`^[\w#-]+(\.[\w#-]+)*$`)

// doubtMember doubts a path that is not in the document's response to an operation, where one
// with nearly the same name is. Where a missing value meets the condition, the step would hold for
// any response.
func doubtMember(operation, path string, absent bool) error {
	if operation == "" || !plainPath.MatchString(path) {
		return nil
	}
	members, parent := contract.Members(operation), ""
	names := strings.Split(path, ".")
	for n, name := range names {
		known := below(members, parent)
		_, notNumber := strconv.Atoi(name)
		switch {
		case slices.Contains(known, name):
		case slices.Contains(known, "*") && (name == "#" || notNumber == nil):
			name = "*"
		default:
			near := suggest.Misspelt(name, known)
			if near == "" {
				return nil
			}
			names[n] = near
			holds := ""
			if absent {
				holds = ", and the step holds where it is missing"
			}
			return vocabulary.Doubt{Text: fmt.Sprintf("the document shows no %q in this response%s: did you mean %q?",
				path, holds, strings.Join(names, "."))}
		}
		parent += "/" + name
	}
	return nil
}

// below returns the names of the members directly below a place, * for items.
func below(members []contract.Member, parent string) (names []string) {
	for _, m := range members {
		if name, ok := strings.CutPrefix(m.Pattern, parent+"/"); ok && !strings.Contains(name, "/") {
			names = append(names, name)
		}
	}
	return names
}

// headers are well-known ones of responses, in small letters.
var headers = []string{"accept-ranges", "age", "allow", "cache-control", "connection", "content-disposition", "content-encoding",
	"content-language", "content-length", "content-type", "date", "etag", "expires", "last-modified", "link", "location",
	"retry-after", "server", "set-cookie", "transfer-encoding", "vary", "www-authenticate"}

// doubtHeader doubts a name that is nearly that of a well-known header.
func doubtHeader(name string) error {
	lower := strings.ToLower(name)
	near := suggest.Misspelt(lower, headers)
	if near == "" || slices.Contains(headers, lower) || strings.HasPrefix(lower, "x-") {
		return nil
	}
	return vocabulary.Doubt{Text: fmt.Sprintf("the header %q is not a well-known one: did you mean %q?", name, http.CanonicalHeaderKey(near))}
}

// checkStatus reports status codes that no response has.
func checkStatus(sc *vocabulary.Scenario, i int) error {
	groups := sc.Steps[i].Groups
	codes := numbersIn(strings.Join(groups, " "))
	for _, code := range codes {
		switch {
		case code < 100 || code > 999:
			return errors.New("an HTTP status has three digits: write one from 100 to 599")
		case code > 599:
			return vocabulary.Doubt{Text: fmt.Sprintf("%d is not a status of HTTP: they are from 100 to 599", code)}
		}
	}
	if len(groups) == 2 && codes[0] > codes[1] {
		return fmt.Errorf("no status is at least %[1]d and at most %[2]d: write between %[2]d and %[1]d", codes[0], codes[1])
	}
	return nil
}
