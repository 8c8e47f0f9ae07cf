package scenario

import (
	"fmt"
	"reflect"
	"strings"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/outcome"
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

// NoteTestData counts the deployment's response to the keys of the target file
// that a request used, as it is done for each allowed one. A request without a
// usable response says nothing about them.
func (r *Run) NoteTestData(e *client.Exchange) {
	switch {
	case e.Rejected():
		r.TestData.Reject(e, Rejection(e))
	case e.OK():
		r.TestData.Accept(e)
	}
}

// ResourceID returns an id of the target file in the form that a path needs.
func ResourceID(t target.Target, key string) string { return fmt.Sprint(optional[key](t)) }

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
		return outcome.SkipFor(strings.Join(absent, " and "), report.LeftOut, "the target file gives no %s", strings.Join(absent, " and no "))
	}
	return nil
}

// optional are the keys that a target file may leave out, with a value that is zero then.
var optional = map[string]func(t target.Target) any{
	"tokens.other_workspace":                       func(t target.Target) any { return t.Tokens.OtherWorkspace },
	"tokens.revoked":                               func(t target.Target) any { return t.Tokens.Revoked },
	"resources.destination_id":                     func(t target.Target) any { return t.Resources.DestinationID },
	"resources.objects_destination_id":             func(t target.Target) any { return t.Resources.ObjectsDestinationID },
	"resources.empty_destination_id":               func(t target.Target) any { return t.Resources.EmptyDestinationID },
	"resources.topics_source_id":                   func(t target.Target) any { return t.Resources.TopicsSourceID },
	"resources.empty_topics_source_id":             func(t target.Target) any { return t.Resources.EmptyTopicsSourceID },
	"resources.connector_service_name":             func(t target.Target) any { return t.Resources.ConnectorServiceName },
	"resources.publishable_connector_service_name": func(t target.Target) any { return t.Resources.PublishableConnectorServiceName },
	"samples.service_connection":                   func(t target.Target) any { return t.Samples.ServiceConnection },
	"samples.connector":                            func(t target.Target) any { return t.Samples.Connector },
	"resources.source_id":                          func(t target.Target) any { return t.Resources.SourceID },
	"resources.dataset_id":                         func(t target.Target) any { return t.Resources.DatasetID },
	"samples.atomic_molecule":                      func(t target.Target) any { return t.Samples.AtomicMolecule },
	"samples.operation_molecule":                   func(t target.Target) any { return t.Samples.OperationMolecule != nil },
	"samples.redirect_uri":                         func(t target.Target) any { return t.Samples.RedirectURI },
}

// GivenKeys says for each optional key of a target file whether it is present.
func GivenKeys(t target.Target) map[string]bool {
	given := map[string]bool{}
	for key, value := range optional {
		given[key] = !reflect.ValueOf(value(t)).IsZero()
	}
	return given
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
