package target_test

import (
	"slices"
	"strings"
	"testing"

	"understudy/steps/target"
)

func TestOnlyRequiredKeysAreNoneThatMayBeLeftOut(t *testing.T) {
	keys := target.Keys()
	if len(keys) != 16 || slices.Contains(keys, "tokens.workspace") || slices.Contains(keys, "tokens.personal") {
		t.Errorf("%q may be left out", keys)
	}
	for _, key := range keys {
		if (target.Target{}).Given(key) || !(target.Target{}).Lacks(key) {
			t.Errorf("an empty target file gives %s", key)
		}
	}
}

func TestAValueOfAnyTypeIsGiven(t *testing.T) {
	tg := target.Target{Tokens: target.Tokens{Revoked: "r"}, Resources: target.Resources{SourceID: 7, ConnectorServiceName: "mine"},
		Samples: target.Samples{Connector: map[string]any{}, OperationMolecule: ""}}
	given := []string{"tokens.revoked", "resources.source_id", "resources.connector_service_name", "samples.operation_molecule", "samples.connector"}
	if got := tg.GivenKeys(); !slices.Equal(got, given) {
		t.Errorf("given are %q, want %q", got, given)
	}
	for _, key := range target.Keys() {
		if want := slices.Contains(given, key); tg.Given(key) != want || tg.Lacks(key) == want {
			t.Errorf("%s: given: %t, want %t", key, tg.Given(key), want)
		}
	}
	if tg.ID("resources.source_id") != "7" || tg.ID("resources.connector_service_name") != "mine" {
		t.Error("an id is not that of the file")
	}
}

func TestOnlyWhatAStepNeedsIsLacking(t *testing.T) {
	var tg target.Target
	if tg.Lacks("") || !tg.Lacks("control_url") || !tg.Lacks("resources.unknown") {
		t.Error("a step that needs nothing lacks something, or one that needs something does not")
	}
	if tg.ControlURL = "http://127.0.0.1:1"; tg.Lacks("control_url") {
		t.Error("control_url is given")
	}
}

func TestTheKeysOfResourcesAreThoseOfTheFile(t *testing.T) {
	named := []string{target.DestinationID, target.ObjectsDestinationID, target.EmptyDestinationID, target.SourceID, target.DatasetID,
		target.TopicsSourceID, target.EmptyTopicsSourceID, target.ConnectorServiceName, target.PublishableConnectorServiceName}
	var inFile []string
	for _, key := range target.Keys() {
		if strings.HasPrefix(key, "resources.") {
			inFile = append(inFile, key)
		}
	}
	slices.Sort(named)
	slices.Sort(inFile)
	if !slices.Equal(named, inFile) {
		t.Errorf("%q, want %q", named, inFile)
	}
}
