package journal

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"time"

	"understudy/server/secret"
)

// Shown is an exchange without its secrets, as the control API returns it.
type Shown struct {
	Seq       uint64    `json:"seq"`
	Time      time.Time `json:"time"`
	WorldTime time.Time `json:"world_time"`
	TookMS    float64   `json:"took_ms"`
	Operation string    `json:"operation"`
	Method    string    `json:"method"`
	// URL is the URL of the request, Path and Query are parts of it.
	URL      string `json:"url"`
	Path     string `json:"path"`
	Query    string `json:"query"`
	Protocol string `json:"protocol"`
	// Status is 0 if there was no response.
	Status   int          `json:"status"`
	Request  ShownPart    `json:"request"`
	Response ShownPart    `json:"response"`
	Fault    string       `json:"fault,omitempty"`
	Rejected string       `json:"rejected,omitempty"`
	Reason   string       `json:"reason,omitempty"`
	Limit    string       `json:"limit,omitempty"`
	Gaps     []Dependence `json:"gaps"`
}

// ShownPart is a request or a response. Size is the true size of the body in
// bytes; Cut says that the journal kept only its start, and HeadersCut that
// some headers were too large to keep.
type ShownPart struct {
	Headers    http.Header `json:"headers"`
	HeadersCut bool        `json:"headers_cut"`
	Body       string      `json:"body"`
	Size       int64       `json:"size"`
	Cut        bool        `json:"cut"`
}

// Show removes the secrets from an exchange: tokens, of which only the kind is
// left, cookies, credentials of destinations, the authorization of the editor,
// and, in every URL, name and password and secret parameters.
func (e *Exchange) Show(known *secret.Known) Shown {
	h := newHider(known, e)
	s := e.line(&h)
	sent, received := h.JSON, h.JSON
	if e.Page {
		sent, received = h.form, h.page
	}
	s.Request, s.Response = h.part(&e.Request, sent, false), h.part(&e.Response, received, true)
	return s
}

// line returns what is shown of an exchange without its headers and bodies.
func (e *Exchange) line(h *hider) Shown {
	s := Shown{Seq: e.Seq, Time: e.Time, WorldTime: e.World, TookMS: float64(e.Took.Microseconds()) / 1000, Operation: e.Operation,
		Method: h.Text(e.Method), Path: h.Text(e.Path), Query: h.Query(e.Query), Protocol: e.Proto, Status: e.Status,
		Fault: e.Fault, Rejected: h.Text(e.Rejected), Reason: h.Text(e.Reason), Limit: e.Limit, Gaps: append([]Dependence{}, e.dependences...)}
	s.URL = "http://"
	if e.TLS {
		s.URL = "https://"
	}
	s.URL += h.Text(e.Host) + h.Text(e.Prefix) + s.Path
	if s.Query != "" {
		s.URL += "?" + s.Query
	}
	return s
}

// reading shows a body, of which there may be only the start.
type reading func(body []byte, cut bool) string

// part shows a message. A compressed request is not unzipped: it may become
// much larger than anyone wants to see, and the fake itself reads none.
func (h *hider) part(m *Message, read reading, unzips bool) ShownPart {
	sent := m.header()
	p := ShownPart{Headers: http.Header{}, HeadersCut: m.HeaderCut, Size: m.Size, Cut: m.Cut()}
	for name, values := range sent {
		for _, v := range values {
			shown := h.Text(name)
			p.Headers[shown] = append(p.Headers[shown], h.Header(name, v))
		}
	}
	body, readable := m.Body, true
	if encoding := sent.Get("Content-Encoding"); encoding != "" && len(body) > 0 {
		readable = false
		if unzips && !p.Cut { // it can only be read whole
			body, readable = unzip(body, encoding)
		}
	}
	switch {
	case !readable:
		p.Body = "[not shown: it is compressed]"
	case len(body) > 0:
		p.Body = read(body, p.Cut)
	}
	return p
}

// unzip reads a compressed body, up to a size that no response of the fake has.
func unzip(body []byte, encoding string) ([]byte, bool) {
	z, err := gzip.NewReader(bytes.NewReader(body))
	if encoding != "gzip" || err != nil {
		return nil, false
	}
	const most = 8 << 20
	plain, err := io.ReadAll(io.LimitReader(z, most))
	return plain, err == nil && len(plain) < most
}

// has reports whether a text occurs in what is shown, ignoring case.
func (s Shown) has(text string) bool {
	text = strings.ToLower(text)
	found := func(in string) bool { return strings.Contains(strings.ToLower(in), text) }
	for _, part := range []ShownPart{s.Request, s.Response} {
		if found(part.Body) {
			return true
		}
		for name, values := range part.Headers {
			for _, v := range values {
				if found(name + ": " + v) {
					return true
				}
			}
		}
	}
	return found(s.Method+" "+s.URL) || found(s.Fault) || found(s.Rejected) || found(s.Reason) || found(s.Limit)
}
