package secret_test

import (
	"testing"

	"understudy/server/secret"
)

func TestAMemberWithTheNameOfASecretIsOne(t *testing.T) {
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
		"https://me:pw@example.com/x?a=1":             "https://[hidden]@example.com/x?a=1",
		"https://example.com/?a=1&auth[0]=x&b=2":      "https://example.com/?a=1&auth[0]=[hidden]&b=2",
		"https://example.com/?to=https%3A%2F%2Fme@x":  "https://example.com/?to=https://[hidden]@x",
		"https://example.com/?a=%2f&author=5":         "https://example.com/?a=%2f&author=5",
		"https://example.com/?jwt=V&session_id=V&b=2": "https://example.com/?jwt=[hidden]&session_id=[hidden]&b=2",
		"?bearer=V;sig=V#key=V":                       "?bearer=[hidden]#key=[hidden]",
		"token=a&token=b&&token=&=x":                  "token=[hidden]&token=[hidden]&&token=&=x",
		"a=token=V":                                   "a=token=V",
		"x\ntoken=V\nauth=V":                          "x\ntoken=[hidden]\nauth=[hidden]",
		`x\u0026auth=V\u0026b`:                        `x\u0026auth=[hidden]\u0026b`,
		"///a:b@c//d@e //f@g@h/@":                     "///[hidden]@c//[hidden]@e //[hidden]@h/@",
		"%25%2525%%zz%7f%0a%":                         "%25%2525%%zz%7f%0a%",
		"a text of me@example.com":                    "a text of me@example.com",
	} {
		if got := secret.Hide(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestNamesOfSecretsAreKnownInEverySpelling(t *testing.T) {
	for name, want := range map[string]bool{
		"Ocp-Apim-Subscription-Key": true, "X-Session-Id": true, "session_id": true, "sessionID": true, "JWT": true, "id_jwt": true, "bearer": true, "x_api-key": true,
		"Proxy-Authorization": true, "X-Auth": true, "auth[pw]": true, "PHPSESSID": true, "sid": true, "passphrase": true,
		"key": false, "Idempotency-Key": false, "Sec-WebSocket-Key": false, "auth_method": false, "author": false, "WWW-Authenticate": false, "X-Request-Id": false, "side": false,
	} {
		if got := secret.Named(name); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
}

func TestATextThatMentionsSecretsIsFound(t *testing.T) {
	for text, want := range map[string]bool{
		"the api key": false, "the api_key": true, "API-Key: x": true, "<Token>": true, "oauth": true, "auth: x": true, "to authorize": true,
		"the author's authority": false, "": false, "page=1": false,
	} {
		if got := secret.Mentioned(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestAShortTokenIsHiddenOnlyWhereItStandsAlone(t *testing.T) {
	h := secret.NewHider(secret.Know(map[string]string{"page": "workspace token", "w": "personal token", "abcdef": "revoked token", "": "no token"}))
	for text, want := range map[string]string{
		"/page/pages?per_page=page":  "/[workspace token]/pages?per_page=[workspace token]",
		"w%20page":                   "[personal token]%20[workspace token]",
		"how":                        "how",
		"xabcdefx":                   "x[revoked token]x",
		"abcdef page, and w, a wage": "[revoked token] [workspace token], and [personal token], a wage",
	} {
		if got := h.Text(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if got, want := h.JSON([]byte(`{"note":"my page","pages":1}`), false), `{"note":"my [workspace token]","pages":1}`; got != want {
		t.Errorf("a body: %s, want %s", got, want)
	}
}
