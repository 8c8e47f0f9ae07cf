package responses

import (
	"errors"
	"testing"

	"understudy/spec"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/target"
)

func TestBothOrNeither(t *testing.T) {
	const one, other = `{"data":[{"paid_at":"2024-05-01","payer_id":7},`, `]}`
	for record, fails := range map[string]bool{
		`{"paid_at":null,"payer_id":null}`:         false,
		`{}`:                                       false,
		`{"paid_at":null,"payer_id":0}`:            false, // the id of nobody
		`{"paid_at":"2024-05-02","payer_id":0}`:    true,
		`{"paid_at":"2024-05-02","payer_id":null}`: true,
		`{"paid_at":null,"payer_id":3}`:            true,
	} {
		w := worldtest.On(t, target.Target{BaseURL: "http://127.0.0.1:1"})
		w.Last = &client.Exchange{Request: client.Request{Operation: spec.ListInvitations, Allowed: true}, Status: 200, Body: []byte(one + record + other)}
		w.Exchanges = []*client.Exchange{w.Last}
		err := bothOrNeither(w, "paid_at", "payer_id")
		var f *outcome.Finding
		if errors.As(err, &f) != fails || !fails && err != nil {
			t.Errorf("%s: %v", record, err)
		}
	}
	w := worldtest.On(t, target.Target{BaseURL: "http://127.0.0.1:1"})
	w.Last = &client.Exchange{Request: client.Request{Operation: spec.ListInvitations, Allowed: true}, Status: 200, Body: []byte(`{"data":[{"amount":0,"currency":"EUR"}]}`)}
	w.Exchanges = []*client.Exchange{w.Last}
	if err := bothOrNeither(w, "amount", "currency"); err != nil {
		t.Errorf("an amount of 0 is one: %v", err)
	}
}
