package journal

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// HAR is an archive of exchanges in the format HTTP Archive 1.2, for browsers'
// developer tools and the like.
type HAR struct {
	Log harLog `json:"log"`
}

type harLog struct {
	Version string     `json:"version"`
	Creator harCreator `json:"creator"`
	Entries []harEntry `json:"entries"`
}

type harCreator struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type harEntry struct {
	StartedDateTime string      `json:"startedDateTime"`
	Time            float64     `json:"time"`
	Request         harRequest  `json:"request"`
	Response        harResponse `json:"response"`
	Cache           struct{}    `json:"cache"`
	Timings         harTimings  `json:"timings"`
	Comment         string      `json:"comment,omitempty"`
	// The format allows additional members whose names begin with an underscore.
	Seq       uint64       `json:"_seq"`
	Operation string       `json:"_operation,omitempty"`
	Gaps      []Dependence `json:"_gaps,omitempty"`
}

type harRequest struct {
	Method      string       `json:"method"`
	URL         string       `json:"url"`
	HTTPVersion string       `json:"httpVersion"`
	Cookies     []struct{}   `json:"cookies"`
	Headers     []harField   `json:"headers"`
	QueryString []harField   `json:"queryString"`
	PostData    *harPostData `json:"postData,omitempty"`
	HeadersSize int          `json:"headersSize"`
	BodySize    int64        `json:"bodySize"`
}

type harResponse struct {
	Status      int        `json:"status"`
	StatusText  string     `json:"statusText"`
	HTTPVersion string     `json:"httpVersion"`
	Cookies     []struct{} `json:"cookies"`
	Headers     []harField `json:"headers"`
	Content     harContent `json:"content"`
	RedirectURL string     `json:"redirectURL"`
	HeadersSize int        `json:"headersSize"`
	BodySize    int64      `json:"bodySize"`
}

type harField struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type harPostData struct {
	MimeType string     `json:"mimeType"`
	Params   []struct{} `json:"params"`
	Text     string     `json:"text"`
}

type harContent struct {
	Size     int64  `json:"size"`
	MimeType string `json:"mimeType"`
	Text     string `json:"text,omitempty"`
}

// harTimings are in milliseconds. The fake only knows the time that it took itself.
type harTimings struct {
	Send    float64 `json:"send"`
	Wait    float64 `json:"wait"`
	Receive float64 `json:"receive"`
}

// Archive puts exchanges into an archive made by a version of the program.
func Archive(shown []Shown, version string) HAR {
	entries := make([]harEntry, len(shown))
	for i, s := range shown {
		entries[i] = harEntry{
			StartedDateTime: s.Time.Format(time.RFC3339Nano), Time: s.TookMS,
			Request: harRequestOf(s), Response: harResponseOf(s),
			Timings: harTimings{Wait: s.TookMS}, Comment: strings.TrimSpace(s.Fault + " " + s.Rejected + s.Limit),
			Seq: s.Seq, Operation: s.Operation, Gaps: s.Gaps,
		}
	}
	return HAR{harLog{Version: "1.2", Creator: harCreator{"understudy", version}, Entries: entries}}
}

func harRequestOf(s Shown) harRequest {
	r := harRequest{Method: s.Method, URL: s.URL, HTTPVersion: s.Protocol, Cookies: []struct{}{}, Headers: harFields(s.Request.Headers),
		QueryString: []harField{}, HeadersSize: -1, BodySize: s.Request.Size}
	for pair := range strings.SplitSeq(s.Query, "&") {
		if pair == "" {
			continue
		}
		name, value, _ := strings.Cut(pair, "=")
		r.QueryString = append(r.QueryString, harField{unescaped(name), unescaped(value)})
	}
	if s.Request.Size > 0 {
		r.PostData = &harPostData{MimeType: s.Request.Headers.Get("Content-Type"), Params: []struct{}{}, Text: s.Request.Body}
	}
	return r
}

func unescaped(text string) string {
	if plain, err := url.QueryUnescape(text); err == nil {
		return plain
	}
	return text
}

func harResponseOf(s Shown) harResponse {
	return harResponse{Status: s.Status, StatusText: http.StatusText(s.Status), HTTPVersion: s.Protocol, Cookies: []struct{}{},
		Headers: harFields(s.Response.Headers), RedirectURL: s.Response.Headers.Get("Location"), HeadersSize: -1, BodySize: s.Response.Size,
		Content: harContent{Size: s.Response.Size, MimeType: s.Response.Headers.Get("Content-Type"), Text: s.Response.Body}}
}

// harFields returns the values of a header, in the order of their names.
func harFields(h http.Header) []harField {
	all := []harField{}
	for name, values := range h {
		for _, v := range values {
			all = append(all, harField{name, v})
		}
	}
	slices.SortStableFunc(all, func(a, b harField) int { return strings.Compare(a.Name, b.Name) })
	return all
}
