// Package text has the mutants that store or show a text differently.
//
// Start reading at All, then respelling.go, which has what they do to a text.
package text

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"understudy/server/mutant/edit"
	"understudy/spec"
)

// All returns the mutants that store or show a text differently.
func All() []edit.Mutant {
	var all []edit.Mutant
	for _, s := range []struct {
		kind, promise string
		change        func(respeller) edit.Wrapper
		how           []respelling
	}{
		{"segment-name", "segment-name-kept", segmentStored, []respelling{inLowerCase, unescaped, cut30, cut100, cut191, cut255, mojibake, withoutAstral, twiceEscaped, onOneLine, ascii, nullWord, zerosLost, numeralOf, unquoted, defused, withoutParents, withoutSeparators, withoutDoubles}},
		{"new-label", "connector-label-kept", labelStored(spec.CreateConnector), []respelling{inTitleCase, htmlEscaped, apostrophesDoubled, squeezed, folded, withoutMarks, filledIn, cut150Bytes, decodedOnce, plusAsSpace, unquoted, breakable, withoutScripts, linked, withoutHyphens, withoutReturns, withoutLinks, dotted, withoutTurkish, withoutFinalSign}},
		{"label", "connector-label-kept", labelStored(spec.UpdateConnector), []respelling{inLowerCase, tagless, cut64, cut254, cut255, mojibake, withoutAstral, twiceEscaped, onOneLine, nullWord, zeroLost, zerosLost, defused, printed, starsEscaped, withoutDirections, withoutComments, smiling}},
		{"name", "destination-name-kept", nameStored, []respelling{inLowerCase, htmlEscaped, mojibake, withoutAstral, apostrophesDoubled, zerosLostInside, plusAsSpace, squeezed, backslashesLost, tagless, withoutVariants, dashed, decodedOnce, defused}},
		{"redirect", "link-redirect-echoed", redirectShown, []respelling{reencoded, withoutFragment, withoutPort, hostInLowerCase, withoutEmpty, withoutRepeated, withoutFinalSlash, withoutEndSlash,
			withFinalSlash, slashesMerged, decodedOnce, plusAsEncoded, hexInCapitals, htmlEscaped, cut255, secured, withoutDots, inASCIIOnly, twiceEscaped, withoutAstral, blanksMerged, withoutUser,
			withoutEmptyEnds, withoutCampaign, withoutNulls, withoutBrackets, withoutWWW, withoutFinalDot, named, cut500, hostInASCII}},
	} {
		for _, h := range s.how {
			all = append(all, edit.Mutant{ID: s.kind + "-" + h.id, Breaks: s.promise, Says: s.kind + ": " + h.says, Change: s.change(h.respell)})
		}
	}
	return append(all, brokenTexts()...)
}

// brokenTexts returns the mutants whose bodies or types break on some texts.
func brokenTexts() []edit.Mutant {
	return []edit.Mutant{
		{ID: "new-label-cut-to-its-characters", Breaks: "bodies-are-json", Says: "the Content-Length of a connector's creation counts characters, not bytes", Change: edit.OnBytes(spec.CreateConnector, countedInCharacters)},
		{ID: "label-cut-to-its-characters", Breaks: "bodies-are-json", Says: "the Content-Length of a connector's update counts characters, not bytes", Change: edit.OnBytes(spec.UpdateConnector, countedInCharacters)},
		{ID: "update-cut-to-its-characters", Breaks: "bodies-are-json", Says: "the Content-Length of a destination's update counts characters, not bytes", Change: edit.OnBytes(spec.UpdateDestination, countedInCharacters)},
		{ID: "source-cut-to-its-characters", Breaks: "bodies-are-json", With: []string{"segment-source-completes"}, Says: "the Content-Length of the source URL counts characters, not bytes", Change: edit.OnBytes(spec.ReadSegmentSource, countedInCharacters)},
		{ID: "label-written-in-latin-1", Breaks: "bodies-are-json", With: []string{"connector-label-kept"}, Says: "a connector's update is written in ISO 8859-1", Change: edit.OnBytes(spec.UpdateConnector, inLatin1)},
		{ID: "new-label-breaks-off", Breaks: "bodies-are-json", Says: "a connector's creation breaks off where its label has letters beyond ASCII", Change: breaksOff(spec.CreateConnector)},
		{ID: "label-a-number", Breaks: "connector-label", Says: "a label of digits is shown as a number", Change: labelAs(func(label string) any {
			if label != "" && strings.Trim(label, "0123456789") == "" {
				return json.Number(strings.TrimLeft(label, "0") + "0")
			}
			return label
		})},
		{ID: "name-a-number", Breaks: "destination-name", Says: "a destination's name of digits is shown as a number", Change: digitsShown},
		{ID: "label-escapes-lost", Breaks: "connector-label-kept", Says: "of a character beyond the BMP that an update escapes, the label has two replacement characters",
			Change: misreadEscapes(spec.UpdateConnector, `(?i)\\u(d[89a-f][0-9a-f]{2})`, `\ufffd`)},
		{ID: "label-escapes-shown", Breaks: "connector-label-kept", Says: "the escapes of an update stand in the label as they are",
			Change: misreadEscapes(spec.UpdateConnector, `(?i)\\u([0-9a-f]{4})`, `\\u$1`)},
		{ID: "connector-path-cut-at-a-dot", Breaks: "connector-service-name-kept", Says: "the service_name of a path ends before its dot", Change: misread(func(s string) string {
			before, _, _ := strings.Cut(s, ".")
			return before
		})},
		{ID: "connector-path-dashes-lost", Breaks: "connector-service-name-kept", Says: "dashes in the service_name of a path are read as underscores",
			Change: misread(func(s string) string { return strings.ReplaceAll(s, "-", "_") })},
		{ID: "label-null", Breaks: "connector-label", Says: "the label null is shown as null", Change: labelAs(func(label string) any {
			if label == "null" {
				return nil
			}
			return label
		})},
	}
}

// stored changes a text of a body before the fake stores it.
func stored(operation string, respell respeller, in func(edit.Object) edit.Object, member string) edit.Wrapper {
	return edit.OnInput(operation, func(body edit.Object, _ *edit.Lab) {
		if holder := in(body); holder != nil {
			if text, ok := holder[member].(string); ok {
				holder[member] = respell(text)
			}
		}
	})
}

func segmentStored(respell respeller) edit.Wrapper {
	return stored(spec.CreateSegment, respell, func(body edit.Object) edit.Object { return body }, "name")
}

func nameStored(respell respeller) edit.Wrapper {
	return stored(spec.UpdateDestination, respell, func(body edit.Object) edit.Object { o, _ := body["service_connection"].(edit.Object); return o }, "name")
}

func labelStored(operation string) func(respeller) edit.Wrapper {
	return func(respell respeller) edit.Wrapper {
		return stored(operation, respell, func(body edit.Object) edit.Object { o, _ := body["connector"].(edit.Object); return o }, "label")
	}
}

func redirectShown(respell respeller) edit.Wrapper {
	return edit.OnBody(spec.CreateLink, func(body edit.Object, _ url.Values) {
		data := body["data"].(edit.Object)
		data["redirect_uri"] = respell(data["redirect_uri"].(string))
	})
}

// labelAs changes the label that an update shows.
func labelAs(change func(string) any) edit.Wrapper {
	return edit.OnBody(spec.UpdateConnector, func(body edit.Object, _ url.Values) {
		data := body["data"].(edit.Object)
		data["label"] = change(data["label"].(string))
	})
}

func countedInCharacters(b []byte) []byte { return b[:utf8.RuneCount(b)] }

func inLatin1(b []byte) []byte {
	var out []byte
	for _, r := range string(b) {
		if r > 0xFF {
			r = '?'
		}
		out = append(out, byte(r))
	}
	return out
}

// breaksOff ends the body of a success before its announced length, if it
// contains letters beyond ASCII.
func breaksOff(operation string) edit.Wrapper {
	return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *edit.Lab) {
		rec := edit.Record(next, r)
		body := rec.Body.Bytes()
		if !edit.Succeeds(rec) || utf8.RuneCount(body) == len(body) {
			edit.Reply(w, rec, body)
			return
		}
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		w.WriteHeader(rec.Code)
		w.Write(body[:len(body)/2])
		_ = http.NewResponseController(w).Flush() // if it cannot flush, the code is lost too
		panic(http.ErrAbortHandler)
	})
}

// digitsShown shows a destination's name as a number, where it has digits only.
var digitsShown = edit.OnBody(spec.UpdateDestination, func(body edit.Object, _ url.Values) {
	data := body["data"].(edit.Object)
	if name, _ := data["name"].(string); name != "" && strings.Trim(name, "0123456789") == "" {
		data["name"] = json.Number("1" + name)
	}
})

// misreadEscapes replaces escapes in the body of a request before the fake reads it.
func misreadEscapes(operation, escape, as string) edit.Wrapper {
	escapes := regexp.MustCompile(escape)
	return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *edit.Lab) {
		r = edit.Reread(r)
		r.Body = io.NopCloser(bytes.NewReader(escapes.ReplaceAll(edit.BodyOf(r), []byte(as))))
		r.ContentLength = -1
		next.ServeHTTP(w, r)
	})
}

// misread changes the service_name in a path before the fake sees it.
func misread(respell respeller) edit.Wrapper {
	const path = "/api/v1/connectors/"
	return edit.On(spec.UpdateConnector, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *edit.Lab) {
		r.URL.Path, r.URL.RawPath = path+respell(strings.TrimPrefix(r.URL.Path, path)), ""
		next.ServeHTTP(w, r)
	})
}
