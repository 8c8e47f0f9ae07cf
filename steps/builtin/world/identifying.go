package world

import (
	"net/url"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/outcome"
)

// Identifying texts are those by which a resource is known again wherever a response shows it: the
// e-mail addresses of invitations, say. A request without a valid token must not get them.

// identifyingMembers are the members with identifying texts, by the operation whose success shows them.
var identifyingMembers = map[string][]string{
	spec.ListInvitations:        {"data.#.email", "data.#.created_at"},
	spec.ListTopics:             {"data.#.name", "data.#.created_at"},
	spec.ListDestinationObjects: {"data.#.full_name"},
	spec.UpdateDestination:      {client.NameShown, "data.created_at", "data.last_tested_at", "data.connection_details.@values"},
	spec.UpdateConnector:        {client.LabelShown, "data.documentation_slug"},
	spec.CreateConnector:        {client.LabelShown, "data.documentation_slug"},
	spec.PublishConnector:       {client.LabelShown, "data.documentation_slug"},
}

const (
	// mostIdentifying limits how many texts are known of a resource, shortestIdentifying how many
	// bytes they have at least.
	mostIdentifying     = 400
	shortestIdentifying = 4
	// enoughIdentifying is how much they have to show together: one text may be there by chance, and
	// some words may stand in any page.
	enoughIdentifying = 4
)

// identifyingTexts are the identifying texts that a run has seen, by the path of their resource.
type identifyingTexts struct {
	mu    sync.Mutex
	texts map[string][]string
	// rejections showed none of those that were known when they were received.
	rejections []rejection
}

// rejection is a response to a request without a valid token, with the promise about the token.
type rejection struct {
	*client.Exchange
	promise string
}

const (
	// mostRejections limits how many rejections are kept, longestRejection the bytes of each.
	mostRejections   = 300
	longestRejection = 16 << 10
)

func identifyingTextsOf(r *Run) *identifyingTexts {
	return OfRun(r, func() *identifyingTexts { return &identifyingTexts{texts: map[string][]string{}} })
}

// pathOfResource is the path by which the resource of a request is known.
func (w *World) pathOfResource(e *client.Exchange) string {
	if e.Operation == spec.CreateConnector {
		return w.Request(spec.UpdateConnector, url.PathEscape(e.Get("data.service_name").String())).Path
	}
	return strings.TrimSuffix(e.Path, "/publish_to_organization")
}

// NoteIdentifyingTexts records the identifying texts of a success.
func (w *World) NoteIdentifyingTexts(e *client.Exchange) {
	members := identifyingMembers[e.Operation]
	if len(members) == 0 || !e.Accepted() {
		return
	}
	t, path := identifyingTextsOf(w.Run), w.pathOfResource(e)
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, member := range members {
		for _, v := range e.Get(member).Array() {
			if len(t.texts[path]) == mostIdentifying {
				return
			}
			if v.Type == gjson.String && len(v.Str) >= shortestIdentifying && !slices.Contains(t.texts[path], v.Str) {
				t.texts[path] = append(t.texts[path], v.Str)
			}
		}
	}
}

// LookForResource says what a response to a request without a valid token shows of a resource: in
// data, or anywhere else as an object with its members, or by its identifying texts, of which none
// counts that the request has; "" is nothing. Then the response is kept, and looked at again at the end of
// the run: see CheckRejections.
func (w *World) LookForResource(e *client.Exchange) string {
	if what := e.Effect(); what != "" || !e.KnowsEffect() {
		return what
	}
	if e.HasResourceInside() {
		return membersOfResource
	}
	t := identifyingTextsOf(w.Run)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.standIn(w, e) {
		return textsOfResource
	}
	if len(t.rejections) < mostRejections && len(e.Body) <= longestRejection && len(w.Text.Promises) > 0 {
		t.rejections = append(t.rejections, rejection{e, w.Text.Promises[0]})
	}
	return ""
}

// IfRevoked says what may be wrong where a request with tokens.revoked was accepted; "" is nothing.
func (w *World) IfRevoked(e *client.Exchange) string {
	if revoked := w.Run.Target.Tokens.Revoked; revoked == "" || e.Token != revoked {
		return ""
	}
	return ": correct tokens.revoked of the target file, if that token was never revoked"
}

// What a rejection shows.
const (
	membersOfResource = "the members of the resource in the response"
	textsOfResource   = "texts of the resource in the response"
)

// CheckRejections looks, at the end of a run, for texts in rejections that the run has seen later
// than them.
func CheckRejections(w *World) {
	t := identifyingTextsOf(w.Run)
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range t.rejections {
		if t.standIn(w, e.Exchange) {
			w.Run.Accuse(outcome.Found(e.Exchange, "the request to be rejected and to have no effect", "HTTP %d with %s", e.Status,
				textsOfResource).About(e.promise))
		}
	}
}

// standIn reports whether enough identifying texts of a resource stand in the body or the headers
// of a response. In a header, and in the enumerations of a sentence, words may mean something else.
func (t *identifyingTexts) standIn(w *World, e *client.Exchange) bool {
	texts := t.texts[w.pathOfResource(e)]
	if len(texts) == 0 {
		return false
	}
	body, found := string(e.Body)+"\n"+textsIn(e.JSON()), 0
	sent := e.Target + string(e.Request.Body) + "\n" + textsIn(gjson.ParseBytes(e.Request.Body))
	for _, text := range texts {
		isWord := !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
		switch {
		case strings.Contains(sent, text):
		case !standsAlone(body, text, !isWord) && (isWord || !inHeader(e, text)):
		case w.Run.IsOurs(text): // no other resource has it
			found += enoughIdentifying
		case isWord:
			found++
		default: // such as an address or a time
			found += enoughIdentifying / 2
		}
	}
	return found >= enoughIdentifying
}

// textsIn are the texts in a JSON value, each on one line: in the bytes of a body, quotes and other
// characters of a text are escaped.
func textsIn(v gjson.Result) string {
	var b strings.Builder
	var add func(gjson.Result)
	add = func(v gjson.Result) {
		switch {
		case v.IsObject() || v.IsArray():
			v.ForEach(func(_, inner gjson.Result) bool { add(inner); return true })
		case v.Str != "":
			b.WriteString(onOneLine.Replace(v.Str) + "\n")
		}
	}
	add(v)
	return b.String()
}

var onOneLine = strings.NewReplacer("\n", " ", "\r", " ", "\t", " ")

func inHeader(e *client.Exchange, text string) bool {
	for _, values := range e.Header {
		if slices.ContainsFunc(values, func(v string) bool { return standsAlone(v, text, true) }) {
			return true
		}
	}
	return false
}

// standsAlone reports whether a text stands in another as a value of its own, between quotes, say,
// and not as words of a sentence; one that is no word may also stand in an enumeration. An
// address or a time is part of no sentence.
func standsAlone(in, text string, enumerated bool) bool {
	if !strings.Contains(in, text) {
		return false
	}
	_, _, err := contract.ParseTime(text)
	isAddress := strings.Contains(text, "@")
	isEnd := func(r rune) bool { return isMark(r) || (isAddress || err == nil) && unicode.IsSpace(r) }
	for rest := in; ; {
		before, after, found := strings.Cut(rest, text)
		if !found {
			return false
		}
		if trimmed := strings.TrimRight(before, " "); enumerated && (strings.HasSuffix(trimmed, ",") || strings.HasSuffix(trimmed, ":")) {
			before = trimmed
		}
		last, _ := utf8.DecodeLastRuneInString(before)
		first, _ := utf8.DecodeRuneInString(after)
		if isEnd(last) && isEnd(first) && !(isAddress && strings.ContainsRune("+-._", last)) {
			return true
		}
		rest = after
	}
}

func isMark(r rune) bool {
	return r == '\n' || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsSpace(r)
}
