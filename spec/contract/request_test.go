package contract

import (
	"slices"
	"strings"
	"testing"

	"understudy/spec"
)

// requests are what the API document lists for each operation's request,
// maintained by hand: parameters, then the members of the body.
var requests = map[string][]string{
	spec.UpdateDestination: {
		"path destination_id integer required",
		"body /service_connection object",
		"body /service_connection/name string",
		"body /service_connection/credentials object",
		"body /service_connection/type string",
	},
	spec.GetDestination: {"path destination_id integer required"},
	spec.ListDestinationObjects: {
		"path destination_id integer required",
		"query page number", "query per_page number", "query order string asc|desc",
	},
	spec.CreateSegment: {
		"path source_id integer required",
		"body /name string required",
		"body /molecules array required",
		"body /molecules/* any",
		"body /dataset_id integer required",
	},
	spec.ReadSegmentSource: {"path source_id integer required", "path segment_id integer required"},
	spec.GetSegment:        {"path source_id integer required", "path segment_id integer required"},
	spec.UpdateConnector:   append([]string{"path service_name string required"}, connectorInput...),
	spec.CreateConnector:   connectorInput,
	spec.ListInvitations:   {"query page number", "query per_page number", "query order string asc|desc"},
	spec.PublishConnector:  {"path service_name string required"},
	spec.ListTopics:        {"path source_id integer required"},
	spec.CreateLink: {
		"path source_id integer required", "path segment_id integer required",
		"body /redirect_uri string",
	},
}

var connectorInput = []string{
	"body /connector object required",
	"body /connector/service_name string",
	"body /connector/data object",
	"body /connector/data/url string",
	"body /connector/data/headers object",
	"body /connector/data/headers/* string",
	"body /connector/label string",
	"body /connector/icon_url string",
	"body /connector/configuration_definition object",
	"body /connector/configuration_definition/* object",
	"body /connector/configuration_definition/*/label string",
	"body /connector/configuration_definition/*/type string",
	"body /connector/configuration_definition/*/user_editable boolean",
	"body /connector/configuration_definition/*/id string",
	"body /connector/configuration_definition/*/default string",
	"body /connector/configuration_definition/*/secret boolean",
	"body /connector/configuration_definition/*/required boolean",
	"body /connector/configuration_definition/*/placeholder string",
}

func TestTheContractHasTheRequestsOfTheDocument(t *testing.T) {
	_, model := load(t)
	for _, op := range spec.Operations {
		operation := operationOf(model, op)
		var got []string
		for _, p := range slices.Concat(model.Paths.PathItems.GetOrZero(op.Path).Parameters, operation.Parameters) {
			var words []string
			for _, word := range p.Schema.Schema().Enum {
				words = append(words, word.Value)
			}
			got = append(got, row(p.In, p.Name, p.Schema.Schema().Type, p.Required != nil && *p.Required, words...))
		}
		if operation.RequestBody != nil {
			root, err := newRoot(operation.RequestBody.Content.GetOrZero("application/json").Schema, "")
			if err != nil {
				t.Fatal(err)
			}
			root.walk(func(n *node) {
				got = append(got, row("body", n.pattern, n.types, n.required))
			})
		}
		if want, ok := requests[op.ID]; !ok || !slices.Equal(got, want) {
			t.Errorf("%s:\n got %s\nwant %s", op.ID, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
		}
	}
}

func row(in, name string, types []string, required bool, words ...string) string {
	cells := []string{in, name, "any"}
	if len(types) > 0 {
		cells[2] = strings.Join(types, ",")
	}
	if len(words) > 0 {
		cells = append(cells, strings.Join(words, "|"))
	}
	if required {
		cells = append(cells, "required")
	}
	return strings.Join(cells, " ")
}
