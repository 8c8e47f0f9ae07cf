// Package recording turns recorded exchanges into a draft of a scenario: requests with
// the values that later ones use remembered, and checks of what is stable in the
// responses.
//
// The exchanges come from an HTTP Archive: a browser's, or the journal of a fake. No
// header of a request is copied, and no member that may be a secret. Only the command
// imports it. Start reading at Read, then draft.go.
package recording

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"understudy/spec"
	"understudy/spec/contract"
)

// The bounds of an archive.
const (
	mostBytes = 64 << 20
	// mostEntries is how many requests a draft may have: a scenario says one thing.
	mostEntries = 50
)

// Exchange is a recorded request of an operation, with its response.
type Exchange struct {
	Operation, Method string
	// Path begins with /api/; Query follows it.
	Path, Query string
	Body        string
	Status      int
	Response    string
}

// Archive is what an HTTP Archive has for a draft.
type Archive struct {
	Exchanges []Exchange
	// LeftOut says of each other entry why it is left out.
	LeftOut []string
}

// Selection says which exchanges of an archive a draft is made of; the zero value takes
// all.
type Selection struct {
	// Operations are the ids of those to take; none for all.
	Operations []string
	// Last is how many of these to take, counted from the end; 0 for all.
	Last int
}

// har is the part of an HTTP Archive that is read.
type har struct {
	Log struct {
		Entries []harEntry `json:"entries"`
	} `json:"log"`
}

type harEntry struct {
	Request struct {
		Method   string `json:"method"`
		URL      string `json:"url"`
		PostData *struct {
			Text string `json:"text"`
		} `json:"postData"`
	} `json:"request"`
	Response struct {
		Status  int `json:"status"`
		Content struct {
			Text     string `json:"text"`
			Encoding string `json:"encoding"`
			Size     int64  `json:"size"`
		} `json:"content"`
	} `json:"response"`
}

// Read reads the selected exchanges of an HTTP Archive. What is no such archive is an
// error that says why.
func Read(r io.Reader, only Selection) (Archive, error) {
	text, err := io.ReadAll(io.LimitReader(r, mostBytes+1))
	switch {
	case err != nil:
		return Archive{}, err
	case len(text) > mostBytes:
		return Archive{}, fmt.Errorf("the archive is larger than %d MB: export only the requests that the scenario needs", mostBytes>>20)
	case !utf8.Valid(text):
		return Archive{}, errors.New("the archive is no text in UTF-8: export it as HAR, which is JSON")
	}
	var h har
	if err := json.Unmarshal(text, &h); err != nil {
		return Archive{}, fmt.Errorf("the archive is no HAR: %s: export it as HAR, which is JSON", short(err.Error()))
	}
	a := h.selected(only)
	switch {
	case len(h.Log.Entries) == 0:
		return a, errors.New("there are no requests in it: send some first, then record them")
	case len(a.Exchanges) == 0 && len(only.Operations) > 0:
		return a, fmt.Errorf("the archive has %d requests, and none of them is one of %s with a response: record some first, or select other operations", len(h.Log.Entries), strings.Join(only.Operations, ", "))
	case len(a.Exchanges) == 0:
		return a, fmt.Errorf("the archive has %d requests, and none of them is one of the document's operations with a response: record some first", len(h.Log.Entries))
	case len(a.Exchanges) > mostEntries:
		return a, fmt.Errorf("the archive has %d requests of the document, and a scenario of more than %d is hard to read: record fewer, or select some with --last or --operation", len(a.Exchanges), mostEntries)
	}
	return a, nil
}

// selected returns the selected exchanges. Of what is left out, it names what is of a
// selected operation, and not before the last ones.
func (h har) selected(only Selection) (a Archive) {
	var before []int // how many exchanges there were before what is left out
	for i, e := range h.Log.Entries {
		exchange, why := e.exchange()
		switch {
		case len(only.Operations) > 0 && !slices.Contains(only.Operations, exchange.Operation):
		case why != "":
			a.LeftOut = append(a.LeftOut, fmt.Sprintf("request %d: %s", i+1, why))
			before = append(before, len(a.Exchanges))
		default:
			a.add(exchange)
		}
	}
	if first := len(a.Exchanges) - only.Last; only.Last > 0 && first > 0 {
		a.Exchanges = a.Exchanges[first:]
		a.LeftOut = a.LeftOut[sort.SearchInts(before, first+1):]
	}
	return a
}

// add adds an exchange. Of the same GET several times in a row, as in polling, the last
// one stays.
func (a *Archive) add(e Exchange) {
	if n := len(a.Exchanges); n > 0 && e.Method == "GET" {
		if last := a.Exchanges[n-1]; last.Method == "GET" && last.Path == e.Path && last.Query == e.Query {
			a.Exchanges[n-1] = e
			return
		}
	}
	a.Exchanges = append(a.Exchanges, e)
}

// exchange returns the exchange of an entry, or why it is left out.
func (e harEntry) exchange() (out Exchange, leftOut string) {
	u, err := url.Parse(e.Request.URL)
	if err != nil {
		return out, "its URL cannot be read"
	}
	path := u.EscapedPath()
	at := strings.Index(path, "/api/v1/")
	if at < 0 {
		return out, "its path is not one of the document"
	}
	out = Exchange{Method: strings.ToUpper(e.Request.Method), Path: path[at:], Query: u.RawQuery, Status: e.Response.Status}
	if e.Request.PostData != nil {
		out.Body = e.Request.PostData.Text
	}
	out.Operation, _ = contract.Sent(contract.Request{Method: out.Method, Path: out.Path, RawQuery: out.Query})
	switch {
	case out.Operation == "":
		return out, "its method and path are not those of an operation"
	case out.Operation == spec.PublishConnector:
		return out, "publishing cannot be undone: see the steps about publishing in understudy steps"
	case out.Status < 200 || out.Status > 599:
		return out, "it has no response"
	case out.Status == 401 || out.Status == 403:
		return out, "its token was rejected, and tokens are not recorded"
	case out.Body != "" && !json.Valid([]byte(out.Body)):
		return out, "its body is no JSON"
	case strings.ContainsAny(out.Path+out.Query, "\"<>\\"):
		return out, "its path or query has characters that a step cannot write"
	}
	out.Response = responseText(e)
	return out, ""
}

// responseText is the JSON of a response, empty where it is none or was cut.
func responseText(e harEntry) string {
	c := e.Response.Content
	text := c.Text
	if c.Encoding == "base64" {
		plain, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return ""
		}
		text = string(plain)
	}
	if !json.Valid([]byte(text)) {
		return ""
	}
	return text
}

// short is the start of a text that may be long.
func short(text string) string {
	if len(text) > 120 {
		return strings.ToValidUTF8(text[:120], "") + "…"
	}
	return text
}
