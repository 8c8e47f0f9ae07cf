package api

import (
	"strings"

	"understudy/server/resource"
	"understudy/spec"
)

// authenticate checks that the call has a token of the kind that its operation
// takes (section Authentication).
func (c *Call) authenticate() error {
	if c.operation.ID == spec.ReadSegmentSource && c.needsNoToken() {
		return nil
	}
	return c.admit()
}

// Gap source-token: the source URL may need none, which matters for requests
// with an invalid token.
func (c *Call) needsNoToken() bool {
	if c.withoutRecording().admit() != nil {
		c.dependsOn("source-token")
	}
	return c.variant("source-token") == "not-needed"
}

// admit finds the token and checks what it may call.
func (c *Call) admit() error {
	headers := c.request.Header.Values("Authorization")
	// Promise token-required.
	if len(headers) == 0 {
		return reject(missingToken, "the Authorization header is missing: send Bearer and an access token")
	}
	token, err := c.token(headers)
	if err != nil {
		return err
	}
	return c.open(resource.HashToken(token))
}

// token reads the access token from the Authorization header.
func (c *Call) token(headers []string) (string, error) {
	scheme, token, _ := strings.Cut(headers[0], " ")
	token = strings.TrimLeft(token, " ")
	switch {
	case len(headers) > 1:
		return "", reject(invalidToken, "there are %d Authorization headers: send one", len(headers))
	case strings.EqualFold(scheme, "Basic"):
		return c.basicToken()
	case !c.bearer(scheme):
		return "", reject(invalidToken, "the Authorization header has another scheme: use Bearer")
	case token == "":
		return "", reject(invalidToken, "the access token is empty: put it after Bearer")
	}
	return token, nil
}

func (c *Call) bearer(scheme string) bool {
	// Gap bearer-lower-case: HTTP's schemes are not case-sensitive, but those
	// of some services are.
	if scheme == "Bearer" || !strings.EqualFold(scheme, "Bearer") {
		return scheme == "Bearer"
	}
	c.dependsOn("bearer-lower-case")
	return c.variant("bearer-lower-case") == "accept"
}

// Gap basic-authorization: the token as the password of the user bearer.
func (c *Call) basicToken() (string, error) {
	user, password, ok := c.request.BasicAuth()
	if !ok || user != "bearer" {
		return "", reject(invalidToken, "HTTP Basic is not accepted: use Bearer and an access token, or have the fake accept it with --gap basic-authorization=accept and the user bearer")
	}
	c.dependsOn("basic-authorization")
	if c.variant("basic-authorization") != "accept" {
		return "", reject(invalidToken, "HTTP Basic is not accepted: use Bearer and an access token, or have the fake accept it with --gap basic-authorization=accept")
	}
	return password, nil
}

// open finds the owner of a token, and checks whether its kind may call the
// operation.
func (c *Call) open(token resource.TokenHash) error {
	owner, ok := c.tx.Owner(token)
	switch {
	case !ok:
		// Promise token-valid.
		return reject(invalidToken, "the access token does not exist, or was revoked")
	// Promise workspace-token-kind.
	case c.operation.Token == spec.WorkspaceToken && owner.Workspace == nil:
		return reject(wrongKind, "a personal access token does not open this: use the workspace's token")
	// Promise personal-token-kind.
	case c.operation.Token == spec.PersonalToken && owner.User == nil:
		return reject(wrongKind, "a workspace's token does not open this: use a personal access token")
	}
	c.workspace = owner.Workspace
	return nil
}
