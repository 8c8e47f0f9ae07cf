package tokens

import (
	"encoding/json"
	"net/url"

	"understudy/steps/client"
	"understudy/steps/scenario"
)

// Places where the right token is not looked for.
var (
	withoutScheme = Fault{"without a scheme", func(r *client.Request) { r.Scheme = client.NoScheme }}
	unspaced      = Fault{"after Bearer without a space", func(r *client.Request) { r.Scheme, r.Token = client.NoScheme, "Bearer"+r.Token }}
	asParameter   = Fault{"after Token token=", func(r *client.Request) { r.Scheme, r.Token = "Token", "token="+r.Token }}
	afterBasic    = after("Basic")
	afterToken    = after("Token")
	afterAPIKey   = after("ApiKey")
	afterColon    = after("Bearer:")
)

// after puts the right token after another word than Bearer.
func after(word client.Scheme) Fault {
	return Fault{"after " + string(word), func(r *client.Request) { r.Scheme = word }}
}

// tokenQuery are the parameters that services take a token from.
var tokenQuery = []string{"access_token", "access-token", "token", "auth_token", "auth", "authorization", "bearer", "jwt", "api_key",
	"apikey", "api_token", "key", "secret",
	"private_token", "personal_access_token", "session", "sid"}

// tokenHeaders are the headers that services take a token from.
var tokenHeaders = []string{"X-Api-Key", "X-Auth-Token", "X-Access-Token", "Access-Token", "Api-Key", "Token", "Cookie",
	"X-Authorization", "X-Forwarded-Authorization", "Private-Token", "X-Api-Token", "X-Token", "Auth-Token", "Authentication",
	"Proxy-Authorization"}

// outside leaves Authorization out and puts the right token in all other places at once: a
// deployment that looks in one of them finds it there. It asks a list with pages for the
// largest one, by the number 0, which may be served in another way than others.
var outside = Fault{"outside Authorization", func(r *client.Request) {
	r.Scheme, r.TokenHeaders = client.NoToken, tokenHeaders
	query, _ := url.ParseQuery(r.Query)
	if hasPages(r.Operation) {
		query.Set("page", "0")
		query.Set("per_page", "100")
	}
	for _, name := range tokenQuery {
		query.Set(name, r.Token)
	}
	r.Query = query.Encode()
}}

// inBody leaves Authorization out and puts the right token into the body.
var inBody = Fault{"in the body", func(r *client.Request) {
	r.Scheme = client.NoToken
	var body map[string]any
	if json.Unmarshal(r.Body, &body) == nil && body != nil {
		body["access_token"], body["token"] = r.Token, r.Token
		*r = scenario.WithBody(*r, body)
	}
}}
