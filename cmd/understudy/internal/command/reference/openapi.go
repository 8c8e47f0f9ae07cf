package reference

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/command"
	"understudy/spec"
	"understudy/spec/yamlfile"
)

func OpenAPI() *cobra.Command {
	var format, generator string
	cmd := &cobra.Command{
		Use:   "openapi",
		Short: "Print the API's contract as OpenAPI 3.1",
		Long: `openapi prints the contract that the fake keeps and verify checks, as OpenAPI 3.1: for generators of
clients, editors and other tools. Most generators read it as it is. ogen does not read choices (anyOf)
that allow any value: --for ogen prints JSON without them, which means the same.`,
		Example: "  understudy openapi > api.yaml\n  understudy openapi --format json\n  understudy openapi --for ogen > api.json",
		Args:    command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			text, err := spec.OpenAPI, error(nil)
			switch {
			case generator != "" && generator != "ogen":
				return fmt.Errorf("--for %q is unknown: use ogen; other generators need no flag", generator)
			case generator != "" && cmd.Flags().Changed("format") && format != "json":
				return fmt.Errorf("--for ogen prints JSON: leave out --format %s", format)
			case generator != "":
				text, err = withoutOpenChoices(spec.OpenAPI)
			case format == "json":
				text, _, err = yamlfile.JSON(spec.OpenAPI)
			}
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(text)
			return err
		},
	}
	cmd.Flags().Var(command.Words(&format, "yaml", "yaml", "json"), "format", "form of the output: yaml or json")
	cmd.Flags().StringVar(&generator, "for", "", "adapt the contract to a GENERATOR that cannot read all of OpenAPI: ogen")
	command.Completes(cmd, "for", command.OneOf("ogen"))
	return cmd
}

// withoutOpenChoices returns an OpenAPI document as JSON, without the choices (anyOf) that
// allow any value.
func withoutOpenChoices(document []byte) ([]byte, error) {
	text, _, err := yamlfile.JSON(document)
	if err != nil {
		return nil, err
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		return nil, err
	}
	removeOpenChoices(tree)
	return json.MarshalIndent(tree, "", "  ")
}

func removeOpenChoices(tree any) {
	switch t := tree.(type) {
	case map[string]any:
		if choices, _ := t["anyOf"].([]any); slices.ContainsFunc(choices, allowsAnything) {
			delete(t, "anyOf")
		}
		for _, v := range t {
			removeOpenChoices(v)
		}
	case []any:
		for _, v := range t {
			removeOpenChoices(v)
		}
	}
}

// allowsAnything reports whether a schema says nothing but its description.
func allowsAnything(schema any) bool {
	s, isObject := schema.(map[string]any)
	s = maps.Clone(s)
	delete(s, "description")
	return isObject && len(s) == 0
}
