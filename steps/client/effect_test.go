package client_test

import (
	"testing"

	"understudy/spec"
	"understudy/steps/client"
)

func TestAnEffectNamesWhatItShowsWithoutItsContent(t *testing.T) {
	for data, want := range map[string]string{
		`{}`:        "",
		`{"id":17}`: "a destination (data.id 17)",
		`{"connection_details":{"account_id":"CANARY"}}`: "a destination (data.connection_details)",
		`{"connection_details":"CANARY"}`:                "a destination (data.connection_details)",
		`{"name":{"first":"CANARY"}}`:                    "a destination (data.name)",
	} {
		e := &client.Exchange{Request: client.Request{Operation: spec.UpdateDestination}, Status: 200, Body: []byte(`{"status":"updated","data":` + data + `}`)}
		if got := e.Effect(); got != want {
			t.Errorf("%s: %q, want %q", data, got, want)
		}
	}
}
