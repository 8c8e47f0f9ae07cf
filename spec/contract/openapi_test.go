package contract

import (
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"go.yaml.in/yaml/v4"

	"understudy/spec"
)

// TestTheContractIsOpenAPI validates the contract with another library than the one
// that reads it in the program; `make lint` does with Redocly's too.
func TestTheContractIsOpenAPI(t *testing.T) {
	if err := isOpenAPI(t, spec.OpenAPI); err != nil {
		t.Error(err)
	}
	for rule, change := range map[string][2]string{
		"a response has a description":      {"description: One page of the objects.", "x-description: none"},
		"a parameter of a path is declared": {"name: destination_id", "name: destination"},
		"a parameter is somewhere":          {"      in: query", "      in: nowhere"},
		"the types are those of the schema": {"type: boolean", "type: truth"},
		"the title is there":                {"  title: Data-sync service", ""},
	} {
		changed := strings.Replace(string(spec.OpenAPI), change[0], change[1], 1)
		if changed == string(spec.OpenAPI) || isOpenAPI(t, []byte(changed)) == nil {
			t.Errorf("%s: not noticed", rule)
		}
	}
}

func isOpenAPI(t *testing.T, text []byte) error {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return err
	}
	return doc.Validate(t.Context())
}

// TestAReferenceStandsAlone: what stands beside a reference would be ignored.
func TestAReferenceStandsAlone(t *testing.T) {
	var visit func(*yaml.Node)
	visit = func(n *yaml.Node) {
		for i, child := range n.Content {
			if n.Kind == yaml.MappingNode && i%2 == 0 && child.Value == "$ref" && len(n.Content) != 2 {
				t.Errorf("line %d: %s has neighbours", child.Line, n.Content[i+1].Value)
			}
			visit(child)
		}
	}
	visit(load(t).node)
}

// TestEveryReferenceLeadsSomewhere: one that does not would be read as nothing.
func TestEveryReferenceLeadsSomewhere(t *testing.T) {
	top := load(t)
	references := regexp.MustCompile(`\$ref: "([^"]*)"`).FindAllSubmatch(spec.OpenAPI, -1)
	if len(references) != strings.Count(string(spec.OpenAPI), "$ref") {
		t.Error("a reference is written in another way")
	}
	for _, found := range references {
		path, ok := strings.CutPrefix(string(found[1]), "#/")
		if !ok || !top.at(strings.Split(path, "/")...).exists() {
			t.Errorf("%s leads nowhere", found[1])
		}
	}
}
