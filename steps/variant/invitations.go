package variant

import (
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/steps/outcome"
	"understudy/steps/report"
)

func invitationUnclaimed(s Seen) (string, string, error) {
	found := forms{}
	for _, r := range s.Response.Records() {
		at, by := r.Get("claimed_at"), r.Get("claimed_by_id")
		switch {
		case at.Type == gjson.Null && by.Type == gjson.Null:
			found[unsetForm(at)+" and "+unsetForm(by)] = true
		case at.Type == gjson.Null && by.Type == gjson.Number && by.Num == 0: // the id of nothing
			found[unsetForm(at)+" and 0"] = true
		}
	}
	switch {
	case len(found) == 0:
		return "", "", outcome.Skip(report.NoItemSeen, "no unclaimed invitation on the page")
	case len(found) > 1:
		return "", "several forms", nil
	case found["null and null"]:
		return "null", "both are null", nil
	case found["absent and absent"]:
		return "absent", "neither is there", nil
	}
	return "", "claimed_at and claimed_by_id are " + slices.Collect(maps.Keys(found))[0], nil
}

func invitationRoles(s Seen) (string, string, error) {
	var roles []string
	for _, r := range s.Response.Get("data.#.role").Array() {
		roles = append(roles, r.String())
	}
	if len(roles) == 0 {
		return "", "", outcome.Skip(report.NoItemSeen, "no invitation on the page")
	}
	slices.Sort(roles)
	roles = slices.Compact(roles)
	evidence := strings.Join(roles, ", ")
	switch {
	case isSubset(roles, "admin", "member"):
		return "lower-case", evidence, nil
	case isSubset(roles, "Admin", "Member"):
		return "capitalised", evidence, nil
	}
	return "", evidence, nil
}

func isSubset(words []string, of ...string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(of, word) })
}
