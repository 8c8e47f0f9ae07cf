package html

import (
	"html"
	"html/template"
	"strings"

	"understudy/steps/report/prose"
)

// unusual returns the address of a scenario if its anchor does not show it, as in a folder
// with a space in its name; otherwise it is empty.
func unusual(address string) string {
	parts := strings.Split(strings.TrimPrefix(prose.Anchor("scenario", address), "scenario-"), "--")
	last := len(parts) - 1
	if strings.Join(parts[:last], "/")+"#"+parts[last] == address {
		return ""
	}
	return address
}

// pathed is a path that a line may break after its slashes.
func pathed(path string) template.HTML {
	return template.HTML(strings.ReplaceAll(html.EscapeString(path), "/", "/<wbr>"))
}
