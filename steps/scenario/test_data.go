package scenario

import (
	"fmt"
	"strconv"
	"strings"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/target"
)

// Using records on a request which of some keys of the target file it uses;
// absent keys are left out.
func (s *Scenario) Using(r client.Request, keys ...string) client.Request {
	given := GivenKeys(s.Run.Target)
	for _, key := range keys {
		if given[key] {
			r.Uses = append(r.Uses, key)
		}
	}
	return r
}

// noteTestData counts the deployment's response to the keys of the target file
// that an allowed request used. A request without a usable response says
// nothing about them.
func (r *Run) noteTestData(e *client.Exchange) {
	switch {
	case e.Rejected():
		r.TestData.Reject(e, Rejection(e))
	case e.OK():
		r.TestData.Accept(e)
	}
}

// ResourceID returns an id of the target file in the form that a path needs.
func ResourceID(t target.Target, key string) string {
	return strconv.FormatInt(map[string]int64{
		"resources.destination_id":         t.Resources.DestinationID,
		"resources.objects_destination_id": t.Resources.ObjectsDestinationID,
		"resources.empty_destination_id":   t.Resources.EmptyDestinationID,
		"resources.source_id":              t.Resources.SourceID,
		"resources.topics_source_id":       t.Resources.TopicsSourceID,
		"resources.empty_topics_source_id": t.Resources.EmptyTopicsSourceID,
	}[key], 10)
}

// Has skips a scenario where the target file lacks something.
func (s *Scenario) Has(key string) error { return s.HasAll(key) }

// HasAll skips a scenario where the target file lacks some of several keys.
func (s *Scenario) HasAll(keys ...string) error {
	var absent []string
	for _, key := range keys {
		given, known := GivenKeys(s.Run.Target)[key]
		if !known {
			return fmt.Errorf("the target file has no key %q", key)
		}
		if !given {
			absent = append(absent, key)
		}
	}
	if len(absent) > 0 {
		return SkipFor(strings.Join(absent, " and "), report.LeftOut, "the target file gives no %s", strings.Join(absent, " and no "))
	}
	return nil
}

// GivenKeys says for each optional key of a target file whether it is present.
func GivenKeys(t target.Target) map[string]bool {
	return map[string]bool{
		"tokens.other_workspace":                       t.Tokens.OtherWorkspace != "",
		"tokens.revoked":                               t.Tokens.Revoked != "",
		"resources.destination_id":                     t.Resources.DestinationID != 0,
		"resources.objects_destination_id":             t.Resources.ObjectsDestinationID != 0,
		"resources.empty_destination_id":               t.Resources.EmptyDestinationID != 0,
		"resources.topics_source_id":                   t.Resources.TopicsSourceID != 0,
		"resources.empty_topics_source_id":             t.Resources.EmptyTopicsSourceID != 0,
		"resources.connector_service_name":             t.Resources.ConnectorServiceName != "",
		"resources.publishable_connector_service_name": t.Resources.PublishableConnectorServiceName != "",
		"samples.service_connection":                   t.Samples.ServiceConnection != nil,
		"samples.connector":                            t.Samples.Connector != nil,
		"resources.source_id":                          t.Resources.SourceID != 0,
		"resources.dataset_id":                         t.Resources.DatasetID != 0,
		"samples.atomic_molecule":                      t.Samples.AtomicMolecule != nil,
		"samples.operation_molecule":                   t.Samples.OperationMolecule != nil,
		"samples.redirect_uri":                         t.Samples.RedirectURI != "",
	}
}

// TokenKeys are the keys of the target file for the two kinds of token, with
// where to get one.
var TokenKeys = map[spec.TokenKind]struct{ Key, From string }{
	spec.WorkspaceToken: {"tokens.workspace", "an access token of the workspace, from its settings page"},
	spec.PersonalToken:  {"tokens.personal", "a personal access token, from the user settings page"},
}

// Lacks reports whether a target file has no key that a step needs.
func Lacks(t target.Target, key string) bool {
	if key == "control_url" {
		return t.ControlURL == ""
	}
	return key != "" && !GivenKeys(t)[key]
}
