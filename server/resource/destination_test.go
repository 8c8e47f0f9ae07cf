package resource_test

import (
	"maps"
	"testing"
	"time"

	"understudy/server/resource"
)

var mailer = resource.Connector{ServiceName: "mailer", Label: "Mailer", Fields: []resource.ConfigurationField{
	{ID: "account", Label: "Account", Required: true}, {ID: "key", Label: "Key", Required: true, Secret: true}, {ID: "region", Required: true, Default: "eu"},
}}

func TestOnlyWhatTheTypeKnowsAndNoSecretIsShown(t *testing.T) {
	d := resource.Destination{Type: "mailer"}.WithCredentials(map[string]*resource.Credential{
		"account": {Text: "A"}, "key": {Text: "K", Secret: true}, "other": {Text: "O"}, "region": {Text: "eu", Secret: true},
	})
	if got := d.Details(mailer); !maps.Equal(got, map[string]string{"account": "A"}) {
		t.Errorf("it shows %v", got)
	}
	for key, want := range map[string]bool{"account": false, "key": true, "unheard of": true} {
		if got := mailer.Credential(key, "x").Secret; got != want {
			t.Errorf("%s is secret: %t", key, got)
		}
	}
}

func TestCredentialsAreNotSharedBetweenRows(t *testing.T) {
	first := resource.Destination{Type: "mailer", Credentials: map[string]resource.Credential{"account": {Text: "A"}, "key": {Text: "K", Secret: true}}}
	second := first.WithCredentials(map[string]*resource.Credential{"account": {Text: "B"}, "key": nil})
	third := first.WithType("other")
	if len(first.Credentials) != 2 || first.Credentials["account"].Text != "A" || first.Type != "mailer" {
		t.Errorf("the first is now %+v", first)
	}
	if len(second.Credentials) != 1 || second.Credentials["account"].Text != "B" || len(third.Credentials) != 1 {
		t.Errorf("the others are %+v and %+v", second, third)
	}
}

func TestATestEndsAtTheFirstMissingCredential(t *testing.T) {
	at := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	bare := resource.Destination{}
	if bare.Tested() {
		t.Error("it was tested before its first test")
	}
	bare.LastTest = bare.Test(mailer, at)
	steps := bare.LastTest.Steps
	if !bare.Tested() || bare.LastTest.Succeeded() || len(steps) != 2 || steps[1].Error != "Account is required" || steps[1].Status != resource.StepFailed {
		t.Errorf("the test is %+v", bare.LastTest)
	}
	full := bare.WithCredentials(map[string]*resource.Credential{"account": {Text: "A"}, "key": {Text: "K", Secret: true}})
	if test := full.Test(mailer, at); !test.Succeeded() || len(test.Steps) != 3 || !test.At.Equal(at) {
		t.Errorf("the test is %+v", test)
	}
}

func TestALinkIsExpiredFromItsExpirationOn(t *testing.T) {
	at := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	l := resource.SegmentManagementLink{ExpiresAt: at}
	if l.Expired(at.Add(-1)) || !l.Valid(at.Add(-1)) || !l.Expired(at) || l.Valid(at) {
		t.Error("it does not expire at its expiration")
	}
	l.RevokedAt = at.Add(-time.Hour)
	if l.Valid(at.Add(-1)) || !l.Revoked() {
		t.Error("it is valid though it was revoked")
	}
}

func TestServiceNames(t *testing.T) {
	for name, want := range map[string]bool{"acme": true, "Acme-Shop_2.1": true, "9": true, "": false, ".": false, "..": false, "_a": false, "a/b": false, "a b": false, "ä": false} {
		if got := resource.ServiceName(name); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
}
