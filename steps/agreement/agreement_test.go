package agreement

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/client"
)

// call returns an exchange of an operation, received at a given second.
func call(operation, path, sent string, status int, body string) *client.Exchange {
	return &client.Exchange{Request: client.Request{Operation: operation, Method: http.MethodPost, Path: path, Body: []byte(sent), Allowed: true},
		Status: status, Body: []byte(body), Received: time.Unix(1, 0)}
}

const (
	onSource = "/api/v1/sources/4/filter_segments"
	toOurs   = "/api/v1/destinations/6"
	toTheirs = "/api/v1/destinations/7"
)

func madeSegment(name, id, url string) *client.Exchange {
	return call(spec.CreateSegment, onSource, `{"name":"`+name+`"}`, 201, `{"status":"created","data":{"id":`+id+`},"filter_segment_source_url":"`+url+`"}`)
}

// onDataset makes segment 1 with a dataset.
func onDataset(id string) *client.Exchange {
	e := madeSegment("a", "1", "http://x/1")
	e.Request.Body = []byte(`{"name":"a","dataset_id":` + id + `}`)
	return e
}

// sameText compares texts as they are, except for the form of one letter and white space around them.
func sameText(sent, shown string) bool {
	return strings.TrimSpace(strings.ReplaceAll(shown, "e\u0301", "é")) == sent
}

// after is an exchange that was received at a given second.
func after(second int64, e *client.Exchange) *client.Exchange {
	e.Received = time.Unix(second, 0)
	return e
}

func madeLink(segment, id, uri string) *client.Exchange {
	return call(spec.CreateLink, onSource+"/"+segment+"/segment_management_links", `{}`, 201,
		`{"status":"created","data":{"id":`+id+`,"segment_id":`+segment+`,"uri":"`+uri+`"}}`)
}

// linkBack is the response to a link with a redirect_uri, which shows one.
func linkBack(sent string, status int, shows string) *client.Exchange {
	return call(spec.CreateLink, onSource+"/1/segment_management_links", `{"redirect_uri":"`+sent+`"}`, status,
		`{"status":"created","data":{"redirect_uri":"`+shows+`"}}`)
}

// linkOnAnother is the response to a link on segment 1 that shows segment 2.
func linkOnAnother(id, uri string) *client.Exchange {
	e := madeLink("2", id, uri)
	e.Path = onSource + "/1/segment_management_links"
	return e
}

func looked(url, status, data string, at int64) *client.Exchange {
	e := call(spec.ReadSegmentSource, "", "", 200, `{"status":`+status+`,"data":`+data+`}`)
	e.URL, e.Received = url, time.Unix(at, 0)
	return e
}

func madeConnector(service, label string, status int, response string) *client.Exchange {
	return call(spec.CreateConnector, "/api/v1/connectors", `{"connector":{"service_name":"`+service+`","label":"`+label+`"}}`, status, response)
}

func updated(service, sent string, status int, shows string) *client.Exchange {
	return call(spec.UpdateConnector, "/api/v1/connectors/"+service, sent, status, `{"status":"updated","data":{"service_name":"`+service+`","label":"`+shows+`"}}`)
}

func renamed(path, name string, status int, shows string) *client.Exchange {
	id := path[len(path)-1:]
	return call(spec.UpdateDestination, path, `{"service_connection":{"name":"`+name+`"}}`, status, `{"status":"updated","data":{"id":`+id+`,"name":"`+shows+`"}}`)
}

func destination(path, createdAt string) *client.Exchange {
	return call(spec.GetDestination, path, "", 200, `{"data":{"id":`+path[len(path)-1:]+`,"created_at":"`+createdAt+`"}}`)
}

func invitation(id, createdAt string) *client.Exchange {
	return call(spec.ListInvitations, "/api/v1/invitations", "", 200, `{"status":"success","data":[{"id":`+id+`,"created_at":"`+createdAt+`"}]}`)
}

// emailed is a list of an invitation with one e-mail address after the other.
func emailed(emails ...string) (all []*client.Exchange) {
	for _, email := range emails {
		all = append(all, call(spec.ListInvitations, "/api/v1/invitations", "", 200,
			`{"status":"success","data":[{"id":1,"created_at":"2024-05-01T10:00:00Z","email":"`+email+`"}]}`))
	}
	return all
}

func listedTopics(source string, createdAt ...string) *client.Exchange {
	var list []string
	for i, at := range createdAt {
		list = append(list, fmt.Sprintf(`{"id":%d,"name":"a","created_at":%q}`, i+1, at))
	}
	return call(spec.ListTopics, "/api/v1/sources/"+source+"/topics", "", 200, `{"status":"success","data":[`+strings.Join(list, ",")+`]}`)
}

// namedIn is a response to a request with another path.
func namedIn(path string, e *client.Exchange) *client.Exchange {
	e.Path = path
	return e
}

func TestWhatCannotBeTrueTogetherIsAContradiction(t *testing.T) {
	label := func(s string) string { return `{"connector":{"label":"` + s + `"}}` }
	const early, late = "2024-05-01T10:00:00Z", "2024-05-01T11:00:00Z"
	unnamed := call(spec.CreateConnector, "/api/v1/connectors", label("run7 A"), 422, `{}`)
	retried := renamed(toOurs, "run7 C", 422, "")
	retried.Failed = 1
	namesAnother := namedIn("/api/v1/connectors/b", updated("a", "{}", 200, "run7 A"))
	for rule, c := range map[string]struct {
		seen []*client.Exchange
		want string
	}{
		"an id for two segments":                                  {[]*client.Exchange{madeSegment("a", "1", "http://x/1"), madeSegment("b", "1", "http://x/2")}, "created-segment-id"},
		"the same response again":                                 {[]*client.Exchange{madeSegment("a", "1", "http://x/1"), madeSegment("a", "1", "http://x/1")}, ""},
		"the segment of an earlier creation":                      {[]*client.Exchange{madeSegment("a", "1", "http://x/1"), after(5, madeSegment("a", "1", "http://x/1"))}, "segments-are-created"},
		"the dataset that was sent":                               {[]*client.Exchange{onDataset("5"), looked("http://x/1", "true", `{"id":1,"dataset_id":5.0}`, 9)}, ""},
		"another dataset":                                         {[]*client.Exchange{onDataset("5"), looked("http://x/1", "true", `{"id":1,"dataset_id":6}`, 9)}, "segment-on-its-source"},
		"a label that is altered later":                           {[]*client.Exchange{updated("a", label("=understudy run7 12 é"), 200, "=understudy run7 12 é"), updated("a", "{}", 200, "understudy run7 12 e")}, "connector-label-kept"},
		"a label in another form of Unicode":                      {[]*client.Exchange{updated("a", label("understudy run7 12 é"), 200, "understudy run7 12 é"), updated("a", "{}", 200, " understudy run7 12 e\u0301")}, ""},
		"a label that replaces another":                           {[]*client.Exchange{updated("a", label("understudy run7 12 é"), 200, "understudy run7 12 é"), updated("a", "{}", 200, "understudy run7 1 e")}, ""},
		"a rejected label that is shown in part":                  {[]*client.Exchange{updated("a", label("understudy run7 12 é"), 422, ""), updated("a", "{}", 200, "understudy run7 12")}, ""},
		"a source URL for two segments":                           {[]*client.Exchange{madeSegment("a", "1", "http://x/1"), madeSegment("b", "2", "http://x/1")}, "created-segment-source-url"},
		"a link for two segments":                                 {[]*client.Exchange{madeLink("1", "9", "http://x?auth=a"), madeLink("2", "9", "http://x?auth=b")}, "link-id"},
		"a link that shows another segment once":                  {[]*client.Exchange{linkOnAnother("9", "http://x?auth=a"), madeLink("1", "9", "http://x?auth=a"), madeLink("2", "8", "http://x?auth=b")}, ""},
		"a uri for two segments":                                  {[]*client.Exchange{madeLink("1", "8", "http://x?auth=a"), madeLink("2", "9", "http://x?auth=a")}, "link-uri"},
		"a uri without auth for two segments":                     {[]*client.Exchange{madeLink("1", "8", "http://x"), madeLink("2", "9", "http://x")}, ""},
		"a link that is reused for its segment":                   {[]*client.Exchange{madeLink("1", "9", "http://x?auth=a"), madeLink("1", "9", "http://x?auth=b")}, ""},
		"a service_name for two connectors":                       {[]*client.Exchange{madeConnector("a", "run7 1", 200, `{"data":{"service_name":"c"}}`), madeConnector("b", "run7 2", 200, `{"data":{"service_name":"c"}}`)}, "connector-service-name-kept"},
		"the label of another connector":                          {[]*client.Exchange{updated("a", label("run7 A"), 200, "run7 A"), updated("b", "{}", 200, "run7 A")}, "connector-label-kept"},
		"the label and name of another connector":                 {[]*client.Exchange{updated("a", label("run7 A"), 200, "run7 A"), namesAnother}, "connector-service-name-kept"},
		"a label that was sent to both":                           {[]*client.Exchange{updated("a", label("run7 A"), 200, "run7 A"), updated("b", label("run7 A"), 200, "run7 A")}, ""},
		"a label that is not the run's":                           {[]*client.Exchange{updated("a", label("Ours"), 200, "Ours"), updated("b", "{}", 200, "Ours")}, ""},
		"a label that was rejected":                               {[]*client.Exchange{updated("a", label("run7 A"), 422, ""), updated("a", "{}", 200, "run7 A")}, "connector-label-kept"},
		"a label that was rejected and then accepted":             {[]*client.Exchange{updated("a", label("run7 A"), 422, ""), updated("a", label("run7 A"), 200, "run7 A"), updated("a", "{}", 200, "run7 A")}, ""},
		"a label that no response rejects":                        {[]*client.Exchange{updated("a", label("run7 A"), 500, ""), updated("a", "{}", 200, "run7 A")}, ""},
		"the label of a rejected creation without a service_name": {[]*client.Exchange{unnamed, updated("a", "{}", 200, "run7 A")}, "connector-label-kept"},
		"the redirect_uri of a rejected link":                     {[]*client.Exchange{linkBack("/x", 422, ""), linkBack("/y", 201, "/x")}, "link-redirect-echoed"},
		"the redirect_uri of a rejected link in one without":      {[]*client.Exchange{linkBack("/x", 422, ""), linkBack("", 201, "/x")}, "link-redirect-echoed"},
		"a redirect_uri that was also accepted, in one without":   {[]*client.Exchange{linkBack("/x", 201, "/x"), linkBack("/x", 422, ""), linkBack("", 201, "/x")}, ""},
		"a redirect_uri that was also accepted":                   {[]*client.Exchange{linkBack("/x", 422, ""), linkBack("/x", 201, "/x"), linkBack("/y", 201, "/x")}, ""},
		"a redirect_uri that no response rejects":                 {[]*client.Exchange{linkBack("/x", 500, ""), linkBack("/y", 201, "/x")}, ""},
		"a connector whose creation was rejected":                 {[]*client.Exchange{madeConnector("a", "run7 1", 422, "{}"), updated("a", "{}", 200, "run7 1")}, "connectors-are-created"},
		"a name that was rejected":                                {[]*client.Exchange{renamed(toOurs, "run7 A", 422, ""), renamed(toOurs, "", 200, "run7 A")}, "destination-name-kept"},
		"a name that was rejected when it was retried":            {[]*client.Exchange{retried, renamed(toOurs, "", 200, "run7 C")}, ""},
		"the name of another destination":                         {[]*client.Exchange{renamed(toOurs, "run7 A", 200, "run7 A"), renamed(toTheirs, "", 200, "run7 A")}, "destination-named-by-its-id"},
		"a destination created at another time":                   {[]*client.Exchange{destination(toOurs, early), destination(toOurs, late)}, "destination-created-at"},
		"two destinations of different times":                     {[]*client.Exchange{destination(toOurs, early), destination(toTheirs, late)}, ""},
		"one invitation of another time":                          {[]*client.Exchange{invitation("1", early), invitation("1", late)}, ""},
		"an invitation of another time twice":                     {[]*client.Exchange{invitation("1", early), invitation("1", late), invitation("1", late)}, "invitation-created-at"},
		"an e-mail address that was corrected":                    {emailed("a@x", "b@x", "b@x", "a@x"), ""},
		"another e-mail address each time":                        {emailed("a@x", "b@x", "c@x"), "invitation-email"},
		"topics of another time":                                  {[]*client.Exchange{listedTopics("1", early, early), listedTopics("1", late, late)}, "topic-created-at"},
		"a topic of another time each time":                       {[]*client.Exchange{listedTopics("1", early), listedTopics("1", late), listedTopics("1", "2024-05-01T12:00:00Z")}, "topic-created-at"},
		"a topic that was created again":                          {[]*client.Exchange{listedTopics("1", early, early), listedTopics("1", late, early), listedTopics("1", late, early)}, ""},
		"a topic's time in another zone":                          {[]*client.Exchange{listedTopics("1", early, late), listedTopics("1", "2024-05-01T12:00:00+02:00", "2024-05-01T13:00:00+02:00")}, ""},
		"topics under used ids": {[]*client.Exchange{listedTopics("1", early, early), call(spec.ListTopics, "/api/v1/sources/1/topics", "", 200,
			`{"status":"success","data":[{"id":1,"name":"b","created_at":"`+late+`"},{"id":2,"name":"b","created_at":"`+late+`"}]}`)}, ""},
		"the topics of two sources":               {[]*client.Exchange{listedTopics("1", early, early), listedTopics("2", late, late)}, ""},
		"a complete segment that is not complete": {[]*client.Exchange{looked("http://x/1", "true", "{}", 2), looked("http://x/1", "false", "{}", 3)}, "segment-source-stays-complete"},
		"a response that was under way meanwhile": {[]*client.Exchange{looked("http://x/1", "true", "{}", 2), looked("http://x/1", "false", "{}", 2)}, ""},
		"the name of another segment": {[]*client.Exchange{madeSegment("run7 A", "1", "http://x/1"), madeSegment("run7 B", "2", "http://x/2"),
			looked("http://x/2", "true", `{"id":2,"name":"run7 A"}`, 2)}, "segment-source-properties"},
		"a segment created at another time": {[]*client.Exchange{madeSegment("run7 A", "1", "http://x/1"), looked("http://x/1", "true", `{"id":1,"created_at":"`+early+`"}`, 2),
			call(spec.GetSegment, onSource+"/1", "", 200, `{"data":{"id":1,"created_at":"`+late+`"}}`)}, "segment-source-properties"},
		"a response's own time beside the status": {[]*client.Exchange{madeSegment("run7 A", "1", "http://x/1"), looked("http://x/1", "true", `{"id":7,"created_at":"`+early+`"}`, 2),
			looked("http://x/1", "true", `{"id":7,"created_at":"`+late+`"}`, 3)}, ""},
	} {
		a, got := New("run7", 0, sameText), ""
		for i, e := range c.seen {
			for _, found := range a.Note(e) {
				if (found.Invitation == "1") != (found.Promise == "invitation-created-at") {
					t.Errorf("%s: the invitation %q", rule, found.Invitation)
				}
				if got += found.Promise; i < len(c.seen)-1 {
					t.Errorf("%s: %s too early", rule, found.Promise)
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", rule, got, c.want)
		}
	}
}

func TestAnUpdateWithAWrongTokenHasNoLaterEffect(t *testing.T) {
	label := func(s string) string { return `{"connector":{"label":"` + s + `"}}` }
	for rule, c := range map[string]struct {
		wrong *client.Exchange
		later []*client.Exchange
		want  string
	}{
		"a name that shows later":             {renamed(toOurs, "run7 A", 401, ""), []*client.Exchange{renamed(toOurs, "run7 B", 200, "run7 A")}, "token-required"},
		"a label that shows later":            {updated("acme", label("run7 A"), 403, ""), []*client.Exchange{updated("acme", label("run7 B"), 200, "run7 A")}, "token-required"},
		"a name that never shows":             {renamed(toOurs, "run7 A", 401, ""), []*client.Exchange{renamed(toOurs, "run7 B", 200, "run7 B")}, ""},
		"a name that the right token gave":    {renamed(toOurs, "run7 A", 401, ""), []*client.Exchange{renamed(toOurs, "run7 A", 200, "run7 A")}, ""},
		"a rejection of the body, not of it":  {renamed(toOurs, "run7 A", 401, ""), []*client.Exchange{renamed(toOurs, "run7 B", 422, ""), renamed(toOurs, "run7 C", 200, "run7 B")}, "destination-name-kept"},
		"a request that was lost":             {renamed(toOurs, "run7 A", 500, ""), []*client.Exchange{renamed(toOurs, "run7 B", 200, "run7 A")}, ""},
		"a segment, which would be a new one": {madeSegment("run7 A", "1", "http://x/1"), []*client.Exchange{looked("http://x/2", "true", `{"name":"run7 A"}`, 2)}, ""},
	} {
		a, got := New("run7", 0, sameText), ""
		a.NoteUnauthorised(c.wrong, "token-required")
		for _, e := range c.later {
			for _, found := range a.Note(e) {
				got += found.Promise
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", rule, got, c.want)
		}
	}
}

func TestARepeatedIDInALongSeriesIsFound(t *testing.T) {
	a := New("run7", 0, sameText)
	for i := range 12 {
		found := a.Note(madeSegment(fmt.Sprint("run7 ", i), fmt.Sprint(i%11), fmt.Sprint("http://x/", i)))
		if (len(found) > 0) != (i == 11) {
			t.Errorf("segment %d: %v", i, found)
		}
	}
}
