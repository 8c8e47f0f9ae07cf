package client

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/contract"
)

// effects says, per operation, what a response shows or proves to be done; "" is nothing. A
// response that says it is a success shows a resource by any of its members, another one by all of
// some, of which the request sent not all: one alone, such as an id, may be that of an error. That
// of an update, sent with its token, may show the resource as it is, where the document does not
// allow the request or the response shows another name than was sent.
var effects = map[string]func(*Exchange) string{
	spec.UpdateDestination: shows("a destination", []string{"data.id", NameShown, "data.connection_details"},
		[]string{NameShown, "data.connection_details"}),
	spec.ListDestinationObjects: showsRecords(spec.ListDestinationObjects, "full_name", gjson.String),
	spec.CreateSegment: shows("a segment", []string{"data.id", "filter_segment_source_url"},
		[]string{"data.id", "filter_segment_source_url"}),
	spec.UpdateConnector:  showsConnector,
	spec.CreateConnector:  showsConnector,
	spec.ListInvitations:  showsRecords(spec.ListInvitations, "id", gjson.Number),
	spec.PublishConnector: showsConnector,
	spec.ListTopics:       showsRecords(spec.ListTopics, "id", gjson.Number),
	spec.CreateLink:       shows("a link", []string{"data.id", "data.uri"}, []string{"data.id", "data.uri", "data.expiration"}),
}

var showsConnector = shows("a connector", []string{"data.service_name", LabelShown}, []string{"data.service_name", LabelShown})

// Effect says what a response shows or proves to be done, whatever its code and
// status; "" is nothing.
func (e *Exchange) Effect() string {
	show := effects[e.Operation]
	if e.Err != nil || show == nil || !e.IsJSON() {
		return ""
	}
	return show(e)
}

// saysRejected reports whether a response says that it is no success, by its code or its status, or
// by errors that stand alone.
func (e *Exchange) saysRejected() bool {
	return !e.OK() || slices.Contains([]string{"error", "not_found", "404"}, e.Get("status").String()) || e.showsErrorsAlone()
}

// successMembers are the members by which the body of a success shows something.
var successMembers = []string{"data", "pagination", "filter_segment_source_url"}

// showsErrorsAlone reports whether the response of one of the document's operations shows errors, and
// neither a status in words nor what a success shows. The source URL may have errors among its properties.
func (e *Exchange) showsErrorsAlone() bool {
	o := spec.OperationOf(e.Operation)
	has := func(name string) bool { return e.Get(name).Exists() }
	if o.Supplementary || o.Linked || e.Method != o.Method || e.Get("status").Type == gjson.String || slices.ContainsFunc(successMembers, has) {
		return false
	}
	return slices.ContainsFunc([]string{"errors", "error"}, func(name string) bool {
		shown := e.Get(name)
		return shown.Str != "" || shown.Num != 0 || shown.Type == gjson.True || len(shown.Map()) > 0 || shown.IsArray() && len(shown.Array()) > 0
	})
}

// sent reports whether a request has a value, at any depth of its body or as a part of its path:
// a rejection may repeat it, and reading the resource back shows what was done.
func (e *Exchange) sent(value gjson.Result) bool {
	inPath := slices.ContainsFunc(strings.Split(e.Path, "/"), func(part string) bool {
		text, err := url.PathUnescape(part)
		return err == nil && value.Type == gjson.String && text == value.Str
	})
	return inPath || contains(gjson.ParseBytes(e.Request.Body), value)
}

// contains reports whether a JSON value has another one in it, at any depth.
func contains(in, value gjson.Result) (found bool) {
	if !in.IsObject() && !in.IsArray() {
		return value.Exists() && in.Type == value.Type && in.String() == value.String()
	}
	in.ForEach(func(_, member gjson.Result) bool {
		found = contains(member, value)
		return !found
	})
	return found
}

// RejectedWithoutEffect reports whether a response rejects the request and shows nothing.
func (e *Exchange) RejectedWithoutEffect() bool { return e.Rejected() && e.Effect() == "" }

// KnowsEffect reports whether Effect says what the response shows: it does for the
// document's endpoints, and not for a link's page or another request.
func (e *Exchange) KnowsEffect() bool {
	o, ok := spec.OperationByID(e.Operation)
	return ok && effects[o.ID] != nil && e.Method == o.Method
}

// shows finds the first member of a success that shows a resource, or, in another response,
// that of members which show it together.
func shows(what string, anyOf, allOf []string) func(*Exchange) string {
	return func(e *Exchange) string {
		rejects := e.saysRejected()
		if rejects && e.isUpdate && (!e.Allowed || e.keepsName()) {
			return "" // it may show the resource as it is; what was done is read back
		}
		paths, first, ours := anyOf, "", true
		if rejects {
			paths = allOf
		}
		for _, path := range paths {
			switch shown := shownAt(e.JSON(), path); {
			case shown != "":
				first = cmp.Or(first, fmt.Sprintf("%s (%s)", what, shown))
				ours = ours && e.sent(e.Get(path))
			case rejects:
				return ""
			}
		}
		if rejects && ours {
			return ""
		}
		return first
	}
}

// keepsName reports whether a response shows another name or label than the update sent.
func (e *Exchange) keepsName() bool {
	sent, shown := e.OwnText()
	return sent.Exists() && sent.String() != shown.String()
}

// shownAt names a member that has a value; "" where it has none. For objects, and for the
// details of a connection, it names the place only: their values do not belong in reports.
func shownAt(body gjson.Result, path string) string {
	switch v := body.Get(path); {
	case !v.Exists() || slices.Contains([]string{`null`, `""`, `0`}, v.Raw): // one that was not saved may have empty texts and an id of 0
		return ""
	case v.IsArray(): // what is wrong with the member
		return ""
	case v.IsObject() || strings.HasSuffix(path, "connection_details"):
		return path
	default:
		return path + " " + v.Raw
	}
}

// showsRecords counts the records in data: all items of a success, and otherwise those that have
// the key of the list's records, an integer or a text by the list, and one of their other
// members. The data of a rejection may hold its errors.
func showsRecords(list, key string, of gjson.Type) func(*Exchange) string {
	others := sync.OnceValue(func() (names []string) {
		for _, m := range contract.Members(list) {
			if name, ok := strings.CutPrefix(m.Pattern, "/data/*/"); ok && name != key && !strings.Contains(name, "/") {
				names = append(names, name)
			}
		}
		return names
	})
	isRecord := func(item gjson.Result) bool {
		return item.Get(key).Type == of && slices.ContainsFunc(others(), func(name string) bool { return item.Get(name).Exists() })
	}
	return func(e *Exchange) string {
		data := e.Get("data")
		var records int
		switch {
		case !data.IsArray():
		case e.Get("status").String() == "success":
			records = len(data.Array())
		default:
			for _, item := range data.Array() {
				if isRecord(item) {
					records++
				}
			}
		}
		if records == 0 {
			return ""
		}
		return Records(records)
	}
}

// Records describes a number of records in words.
func Records[N int | int64](n N) string {
	if n == 1 {
		return "1 record"
	}
	return fmt.Sprintf("%d records", n)
}
