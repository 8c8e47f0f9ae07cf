package world

import (
	"testing"

	"understudy/spec"
	"understudy/steps/client"
)

func TestAResponseIsAboutWhatItsPathNames(t *testing.T) {
	for rule, c := range map[string]struct {
		operation, path, body string
		another               bool
	}{
		"the same id":               {spec.UpdateDestination, "/destinations/7", `{"data":{"id":7}}`, false},
		"the same id as a fraction": {spec.UpdateDestination, "/destinations/7", `{"data":{"id":7.0}}`, false},
		"another id":                {spec.UpdateDestination, "/destinations/7", `{"data":{"id":8}}`, true},
		"an id of another type":     {spec.UpdateDestination, "/destinations/7", `{"data":{"id":"8"}}`, false},
		"an escaped name":           {spec.UpdateConnector, "/connectors/a%20b", `{"data":{"service_name":"a b"}}`, false},
		"another name":              {spec.PublishConnector, "/connectors/mine/publish", `{"data":{"service_name":"theirs"}}`, true},
		"another segment":           {spec.CreateLink, "/segments/7/links", `{"data":{"segment_id":8}}`, true},
		"no name":                   {spec.UpdateConnector, "/connectors/mine", `{"data":{}}`, false},
		"an operation without one":  {spec.ListInvitations, "/invitations", `{"data":[{"id":8}]}`, false},
	} {
		e := &client.Exchange{Request: client.Request{Operation: c.operation, Path: c.path}, Status: 200, Body: []byte(c.body)}
		if f := NamesAnother(e); (f != nil) != c.another {
			t.Errorf("%s: %v", rule, f)
		}
	}
}
