package values

import (
	"fmt"
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
	return doubtIfAbsent(u.Asked, u.Groups[0], u.Groups[1])
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
		return doubtMember(u.Asked, path)
	}
	return doubtIfAbsent(u.Asked, path, u.Groups[3])
}

// doubtIfAbsent doubts a misspelt path of a condition that a missing value meets.
func doubtIfAbsent(operation, path, text string) error {
	if c, err := parse(remembered.InLint(), text); err != nil || !c.absent {
		return err
	}
	return doubtMember(operation, path)
}

// plainPath is a gjson path of names and numbers alone.
var plainPath = regexp.MustCompile(`^[\w#-]+(\.[\w#-]+)*$`)

// doubtMember doubts a path that is not in the document's response to an operation, where one
// with nearly the same name is: a step that a missing value meets would hold for any response.
func doubtMember(operation, path string) error {
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
			return vocabulary.Doubt{Text: fmt.Sprintf("the document shows no %q in this response, and the step holds where it is missing: did "+
				"you mean %q?", path, strings.Join(names, "."))}
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
