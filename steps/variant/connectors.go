package variant

import (
	"fmt"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

func configurationFields(e *client.Exchange) []gjson.Result {
	return e.Get("data.configuration_fields.fields").Array()
}

func configurationFieldUnused(s Seen) (string, string, error) {
	found := forms{}
	for _, f := range configurationFields(s.Response) {
		for _, name := range []string{"matches", "possible_values", "conditionally_required"} {
			found.unset(f.Get(name))
		}
	}
	return found.only("no configuration field leaves these members unset")
}

func configurationFieldTexts(s Seen) (string, string, error) {
	found := forms{}
	for _, f := range configurationFields(s.Response) {
		for _, name := range []string{"hint", "read_more"} {
			if f.Get(name).Type == gjson.Null {
				found["null"] = true
			} else {
				found["placeholder"] = true
			}
		}
	}
	return found.only("the connector shows no configuration field")
}

// configurationFieldsShown compares the fields with the definition that was sent.
func configurationFieldsShown(s Seen) (string, string, error) {
	if err := noResource(s.Response); err != nil {
		return "", "", err
	}
	all, editable := 0, 0
	for _, d := range gjson.GetBytes(s.Response.Request.Body, "connector.configuration_definition").Map() {
		all++
		if e := d.Get("user_editable"); !e.Exists() || e.Bool() {
			editable++
		}
	}
	shown := len(configurationFields(s.Response))
	evidence := fmt.Sprintf("%d fields for %d keys, %d of them editable", shown, all, editable)
	switch {
	case all == editable:
		return "", "", outcome.Skip(report.MissingTestData, "samples.connector has no key with user_editable: false")
	case shown == all:
		return "all", evidence, nil
	case shown == editable:
		return "editable", evidence, nil
	}
	return "", evidence, nil
}
