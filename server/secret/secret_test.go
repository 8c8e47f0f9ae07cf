package secret_test

import (
	"testing"

	"understudy/server/secret"
)

func TestWhatIsCalledASecretIsOne(t *testing.T) {
	for name, want := range map[string]bool{
		"auth": true, "AUTH": true, "%61uth": true, "a%75th": true, "+auth": true, "auth%20": true, "auth[]": true, "auth%5B0%5D": true, "auth.value": true,
		"%zzauth": true, "%": true, "client_secret": true, "x-api-key": true, "authorization": true,
		"author": false, "authority": false, "monkey": false, "page": false, "": false, "page%20": false,
	} {
		if got := secret.Parameter(name); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
}

func TestTheSecretsOfAURLAreHidden(t *testing.T) {
	for text, want := range map[string]string{
		"https://me:pw@example.com/x?a=1":            "https://[hidden]@example.com/x?a=1",
		"https://example.com/?a=1&auth[0]=x&b=2":     "https://example.com/?a=1&auth[0]=[hidden]&b=2",
		"https://example.com/?to=https%3A%2F%2Fme@x": "https://example.com/?to=https://[hidden]@x",
		"https://example.com/?a=%2f&author=5":        "https://example.com/?a=%2f&author=5",
		"a text of me@example.com":                   "a text of me@example.com",
	} {
		if got := secret.Hide(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
