package edit

import (
	"bytes"
	"io"
	"net/http"
)

// Reread returns a request whose body can be read more than once by BodyOf.
func Reread(r *http.Request) *http.Request {
	raw, _ := io.ReadAll(r.Body)
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(raw))
	r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(raw)), nil }
	return r
}

// BodyOf returns the body of a request of Reread, an object, or an empty object.
func BodyOf(r *http.Request) []byte {
	body, _ := r.GetBody()
	raw, _ := io.ReadAll(body)
	if !bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
		return []byte("{}")
	}
	return raw
}

// DestinationName returns the name of the destination that a request is for.
func DestinationName(next http.Handler, r *http.Request) any {
	look := r.Clone(r.Context())
	look.Method, look.Body, look.ContentLength = http.MethodGet, http.NoBody, 0
	rec := Record(next, look)
	if rec.Code != http.StatusOK {
		return nil
	}
	return Decode(rec.Body.Bytes())["data"].(Object)["name"]
}
