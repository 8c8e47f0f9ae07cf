package control

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/url"

	"understudy/server/control/admission"
)

// Reject reports why a request may not control the fake: the HTTP status and the text
// of the rejection. The status is 0 if the request may.
func (c Control) Reject(r *http.Request) (status int, says string) {
	return textOf(c.permit(r))
}

// permit returns why a request may not control the fake, or nil.
func (c Control) permit(r *http.Request) error {
	rules := admission.Rules{On: c.On, Token: c.Token, PublicURL: c.PublicURL, Guard: c.Guard}
	if no := rules.Permit(r); no != nil {
		return &failure{status: no.Status, retryAfter: no.RetryAfter, says: no.Says}
	}
	return nil
}

// Ask sends another request of the control API on behalf of a request, and returns the
// body of the response; status and says are like those of Reject. A path is one below
// Prefix, which may have a query.
func (c Control) Ask(r *http.Request, method, path string, body []byte) (made any, status int, says string) {
	u, err := url.Parse(Prefix + path)
	if err != nil {
		return nil, http.StatusBadRequest, "the path cannot be read: leave out what is no letter or digit"
	}
	asked := r.Clone(r.Context())
	asked.Method, asked.URL, asked.Body = method, u, io.NopCloser(bytes.NewReader(body))
	response, err := c.respond(nil, asked)
	status, says = textOf(err)
	return response.body, status, says
}

func textOf(err error) (status int, says string) {
	var f *failure
	switch {
	case err == nil:
		return 0, ""
	case errors.As(err, &f):
		return f.status, f.says
	}
	return statusOf(err), err.Error()
}
