package control

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/url"
)

// Refuse tells why a request may not control the fake: with which HTTP status,
// and in which words. The status is 0 for one that may.
func (c Control) Refuse(r *http.Request) (status int, says string) {
	return told(c.permit(r))
}

// Ask does for a request what another one would do, and tells whether it failed,
// as Refuse does. A path is one below Prefix, which may have a query.
func (c Control) Ask(r *http.Request, method, path string, body []byte) (status int, says string) {
	u, err := url.Parse(Prefix + path)
	if err != nil {
		return http.StatusBadRequest, "the path cannot be read: leave out what is no letter or digit"
	}
	asked := r.Clone(r.Context())
	asked.Method, asked.URL, asked.Body = method, u, io.NopCloser(bytes.NewReader(body))
	_, err = c.answer(nil, asked)
	return told(err)
}

func told(err error) (status int, says string) {
	var f *failure
	switch {
	case err == nil:
		return 0, ""
	case errors.As(err, &f):
		return f.status, f.says
	}
	return statusOf(err), err.Error()
}
