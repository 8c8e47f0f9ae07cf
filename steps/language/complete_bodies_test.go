package language_test

import (
	"slices"
	"testing"
)

func TestMembersOfABodyAreOffered(t *testing.T) {
	const send = head + "@expect:x\nScenario: x\n  When I send POST \"/api/v1/connectors\" with body:\n    \"\"\"\n"
	const members = head + "@expect:x\nScenario: x\n  When I send POST \"/api/v1/sources/1/filter_segments\" with members:\n"
	const fault = head + "@expect:x\nScenario: x\n  Given the fake has the fault:\n    \"\"\"\n"
	for name, c := range map[string]struct {
		marked string
		want   []string
	}{
		"of the body":                {send + "    {\"‸", []string{"connector"}},
		"of an object in it":         {send + "    {\"connector\": {\"label\": \"a, {b\", \"ic‸", []string{"icon_url"}},
		"on another line":            {send + "    {\n      \"connector\": {\n        \"service_name\": \"<run.name>\",\n        \"da‸\"\n", []string{"data"}},
		"after an object":            {send + "    {\"connector\": {\"data\": {\"headers\": {}}, \"la‸", []string{"label"}},
		"of a value of a map":        {send + "    {\"connector\": {\"configuration_definition\": {\"key\": {\"sec‸", nil},
		"not within a value":         {send + "    {\"connector\": {\"label\": \"ic‸", nil},
		"not within a list":          {send + "    {\"connector\": [\"ic‸", nil},
		"in a row of a table":        {head + "@expect:x\nScenario: x\n  When I send POST \"/api/v1/sources/1/filter_segments\" with members:\n    | mol‸ | [] |\n", []string{"molecules"}},
		"in an object of a row":      {head + "@expect:x\nScenario: x\n  When I send POST \"/api/v1/connectors\" with members:\n    | connector.ic‸ |\n", []string{"icon_url"}},
		"not in the value of a row":  {head + "@expect:x\nScenario: x\n  When I send POST \"/api/v1/sources/1/filter_segments\" with members:\n    | name | mol‸ |\n", nil},
		"a value of a row":           {members + "    | name | ‸ |\n", []string{`"<run.name>"`, "<run.name>"}},
		"a value like no other":      {members + "    | colour | ‸ |\n", []string{`"text"`}},
		"of a fault":                 {fault + "    {\"re‸", []string{"reset", "retry_after"}},
		"of an object in a fault":    {fault + "    {\"when\": {\"‸\"}}", []string{"every", "first", "probability", "seed"}},
		"not without an operation":   {head + "@expect:x\nScenario: x\n  When I send POST \"/other\" with body:\n    \"\"\"\n    {\"‸", nil},
		"not for a GET without body": {head + "@expect:x\nScenario: x\n  When I send GET \"/api/v1/invitations\" with body:\n    \"\"\"\n    {\"‸", nil},
	} {
		if got := labels(t, c.marked); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
