package target

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
)

// The keys of the resources of a target file.
const (
	DestinationID                   = "resources.destination_id"
	ObjectsDestinationID            = "resources.objects_destination_id"
	EmptyDestinationID              = "resources.empty_destination_id"
	SourceID                        = "resources.source_id"
	DatasetID                       = "resources.dataset_id"
	TopicsSourceID                  = "resources.topics_source_id"
	EmptyTopicsSourceID             = "resources.empty_topics_source_id"
	ConnectorServiceName            = "resources.connector_service_name"
	PublishableConnectorServiceName = "resources.publishable_connector_service_name"
)

// The keys of the samples of a target file.
const (
	samples                 = "samples."
	SampleServiceConnection = samples + "service_connection"
	SampleAtomicMolecule    = samples + "atomic_molecule"
	SampleOperationMolecule = samples + "operation_molecule"
	SampleConnector         = samples + "connector"
	SampleRedirectURI       = samples + "redirect_uri"
)

// IsSample reports whether a key is that of a sample.
func IsSample(key string) bool { return strings.HasPrefix(key, samples) }

// Keys are the keys of tokens, resources and samples that a target file may leave out, such as
// resources.source_id, in the order of their structs.
func Keys() (keys []string) {
	for key := range (Target{}).optional() {
		keys = append(keys, key)
	}
	return keys
}

// GivenKeys are those of Keys that the target file has.
func (t Target) GivenKeys() (keys []string) {
	for key, value := range t.optional() {
		if !value.IsZero() {
			keys = append(keys, key)
		}
	}
	return keys
}

// Given reports whether the target file has one of Keys.
func (t Target) Given(key string) bool { return slices.Contains(t.GivenKeys(), key) }

// Lacks reports whether the target file has no key that a step needs: one of Keys, control_url, or
// none, which no file lacks.
func (t Target) Lacks(key string) bool {
	if key == "control_url" {
		return t.ControlURL == ""
	}
	return key != "" && !t.Given(key)
}

// ID is the id of a resource in the form that a path needs.
func (t Target) ID(key string) (id string) {
	for k, value := range t.optional() {
		if k == key {
			id = fmt.Sprint(value)
		}
	}
	return id
}

// optional are Keys with their values. The tags of the structs say which may be left out.
func (t Target) optional() iter.Seq2[string, reflect.Value] {
	return func(yield func(string, reflect.Value) bool) {
		for _, part := range []struct {
			name string
			of   any
		}{{"tokens", t.Tokens}, {"resources", t.Resources}, {"samples", t.Samples}} {
			v := reflect.ValueOf(part.of)
			for i := range v.NumField() {
				name, option, _ := strings.Cut(v.Type().Field(i).Tag.Get("yaml"), ",")
				if option == "omitempty" && !yield(part.name+"."+name, v.Field(i)) {
					return
				}
			}
		}
	}
}
