package scenario

import (
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/client"
)

func TestWhichConnectorsAreMissing(t *testing.T) {
	const settle = 3 * time.Second
	made := time.Unix(1_000_000, 0)
	asked := func(operation, service string, status int) *client.Exchange {
		path := "/api/v1/connectors/" + service
		if operation == spec.PublishConnector {
			path += "/publish_to_organization"
		}
		return &client.Exchange{Request: client.Request{Operation: operation, Path: path, Allowed: true}, Status: status, Began: made.Add(4 * time.Second)}
	}
	for _, c := range []struct {
		rule string
		seen []*client.Exchange
		want int
		// others says that one is found that was created later.
		others bool
	}{
		{"none was asked for", nil, 0, false},
		{"none is there", []*client.Exchange{asked(spec.UpdateConnector, "a", 404), asked(spec.UpdateConnector, "b", 404)}, 1, false},
		{"another one is rejected, so it is there", []*client.Exchange{asked(spec.UpdateConnector, "a", 404), asked(spec.UpdateConnector, "b", 422)}, 0, false},
		{"no update is accepted, and publishing knows none", []*client.Exchange{asked(spec.UpdateConnector, "a", 422), asked(spec.PublishConnector, "a", 404)}, 0, false},
		{"a later one is there", []*client.Exchange{asked(spec.UpdateConnector, "a", 404), asked(spec.UpdateConnector, "late", 200)}, 1, true},
		{"it was there before", []*client.Exchange{asked(spec.UpdateConnector, "a", 200), asked(spec.UpdateConnector, "a", 404), asked(spec.UpdateConnector, "late", 200)}, 1, false},
		{"a later one has a shorter name", []*client.Exchange{asked(spec.UpdateConnector, "longest", 404), asked(spec.UpdateConnector, "late", 200)}, 1, false},
		{"one of the target file is there", []*client.Exchange{asked(spec.UpdateConnector, "a", 404), asked(spec.UpdateConnector, "theirs", 200)}, 1, false},
	} {
		k := newCreated()
		for service, at := range map[string]time.Time{"a": made, "b": made, "longest": made, "late": made.Add(3 * time.Second)} {
			k.resources["/api/v1/connectors/"+service] = &resource{at: at}
		}
		for _, e := range c.seen {
			k.note(e, true, settle)
		}
		if all := k.missing(); len(all) != c.want {
			t.Errorf("%s: %d are missing, want %d", c.rule, len(all), c.want)
		} else if len(all) > 0 && k.findsOthers(all[0]) != c.others {
			t.Errorf("%s: a later one is found: %t, want %t", c.rule, !c.others, c.others)
		}
	}
}

func TestSeveralConnectorsThatAreLost(t *testing.T) {
	k := newCreated()
	update := func(service string, status int) {
		k.note(&client.Exchange{Request: client.Request{Operation: spec.UpdateConnector, Path: "/api/v1/connectors/" + service, Allowed: true},
			Status: status, Began: time.Unix(1_000_004, 0)}, true, 3*time.Second)
	}
	for _, service := range []string{"first", "a", "b"} {
		k.resources["/api/v1/connectors/"+service] = &resource{at: time.Unix(1_000_000, 0)}
	}
	update("first", 200)
	update("a", 404)
	if all := k.several(); len(all) != 0 {
		t.Errorf("with one lost: %d", len(all))
	}
	update("b", 404)
	if all := k.several(); len(all) != 2 {
		t.Errorf("with two lost: %d", len(all))
	}
	update("a", 200)
	if all := k.several(); len(all) != 0 {
		t.Errorf("with one found again: %d", len(all))
	}
}
