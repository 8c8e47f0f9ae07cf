package independent

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestAConformingSwitchKeepsTheListConsistent reads the whole list under every conforming switch.
func TestAConformingSwitchKeepsTheListConsistent(t *testing.T) {
	t.Parallel()
	for _, l := range Conforming {
		if slices.Contains([]string{"growing", "late-count", "purging", "lagging-replica", "many-invitations"}, l.ID) { // pages that move while they are read, or never end
			continue
		}
		t.Run(l.ID, func(t *testing.T) {
			c := serve(t, l.ID)
			for _, order := range []string{"asc", "desc"} {
				for _, perPage := range []int{9, 25, 100} {
					walk(c, l.ID, order, perPage)
				}
			}
			made := c.create()
			equal(t, "creation", made.code, 201)
			c.clock.seconds.Add(5)
			if !slices.Contains(l.Without, "read-segment-source") && l.ID != "source-signed" { // it rejects the token of source
				status := "status"
				if strings.HasPrefix(l.ID, "source-status-in-") {
					status = "data.status"
				}
				equal(t, "source", c.source(made).get(status), true)
			}
			walkObjects(c, objectsUnder(l.ID))
		})
	}
}

// invitationsUnder returns how many invitations there are under a switch.
func invitationsUnder(id string) int {
	counts := map[string]int{"no-invitations": 0, "one-invitation": 1, "few-invitations": 3, "page-and-one-invitations": 26}
	if n, other := counts[id]; other {
		return n
	}
	return 143
}

// age returns the place of an invitation among all, oldest first, which its
// address shows.
func age(id, email string) int {
	name, _, _ := strings.Cut(email, "@")
	n, _ := strconv.Atoi(name[strings.LastIndex(name, ".")+1:])
	if id == "ties" { // five share an instant
		return n / 5
	}
	return n
}

// walk reads all pages, which must contain each record once, in order.
func walk(c client, id, order string, perPage int) {
	c.t.Helper()
	total, ages := invitationsUnder(id), []int{}
	var ids []int64
	for page := 1; page == 1 || (page-1)*perPage < total; page++ {
		a := c.list(fmt.Sprintf("order=%s&page=%d&per_page=%d", order, page, perPage))
		equal(c.t, "total", a.get("pagination.total_records"), total)
		equal(c.t, "page", a.get("pagination.page"), page)
		equal(c.t, "per_page", a.get("pagination.per_page"), perPage)
		if page*perPage < total {
			equal(c.t, "next_page", a.get("pagination.next_page"), page+1)
		}
		ids = append(ids, a.ids()...)
		for _, row := range a.rows() {
			ages = append(ages, age(id, row["email"].(string)))
		}
	}
	if order == "desc" {
		slices.Reverse(ages)
	}
	inOrder := slices.IsSorted(ages)
	equal(c.t, "records", len(ids), total)
	slices.Sort(ids)
	if !inOrder || len(slices.Compact(ids)) != total {
		c.t.Errorf("%s by %d: out of order, or records repeat", order, perPage)
	}
}

// lacksMember reports whether an object in a response lacks a member.
func lacksMember(a response, path, key string) bool {
	in, _ := a.get(path).(map[string]any)
	_, has := in[key]
	return in != nil && !has
}

var nameless = map[string]any{"name": nil}

// conformingShows report whether the switches do what they say.
var conformingShows = map[string]func(c client) bool{
	"page-ends-absent":          func(c client) bool { return lacksMember(c.list(""), "pagination", "prev_page") },
	"page-ends-null":            func(c client) bool { return strings.Contains(c.list("").text, `"prev_page":null`) },
	"last-page-zero-when-empty": func(c client) bool { return c.list("").get("pagination.last_page") == 0.0 },
	"refuse-over-100":           func(c client) bool { return c.list("per_page=101").code == 422 },
	"per-page-over-max-default": func(c client) bool { return len(c.list("per_page=101").rows()) == 25 },
	"refuse-page-past-end":      func(c client) bool { return c.list("page=7").code == 422 },
	"page-past-end-empty":       func(c client) bool { return c.list("page=7").get("pagination.page") == 7.0 },
	"next-link":                 func(c client) bool { return c.list("").get("next") != nil },
	"few-invitations":           func(c client) bool { return len(c.list("").rows()) == 3 },
	"no-invitations":            func(c client) bool { return strings.Contains(c.list("").text, `"data":[]`) },
	"one-invitation":            func(c client) bool { return len(c.list("").rows()) == 1 },
	"page-and-one-invitations":  func(c client) bool { return len(c.list("page=2").rows()) == 1 },
	"many-invitations":          func(c client) bool { return len(c.list("page=1000&per_page=100").rows()) == 100 },
	"ids-per-workspace": func(c client) bool {
		a := c.send("GET", fmt.Sprintf("/api/v1/destinations/%d/objects", mainDestination), otherWorkspaceToken, "")
		return a.code < 300 && strings.Contains(a.text, "Other table") && !strings.Contains(c.objects(mainDestination, "").text, "Other table")
	},
	"ids-around-2-31": func(c client) bool { return holdsID(c, 1<<31) },
	"ids-around-2-53": func(c client) bool { return holdsID(c, 1<<53+1) },
	"ids-below-2-63":  func(c client) bool { return holdsID(c, math.MaxInt64-2_000_000) },
	"sliding":         func(c client) bool { return afterATick(c, "order=asc&per_page=1") },
	"blinking":        func(c client) bool { return afterATick(c, "order=desc&per_page=1") },
	"lagging-replica": func(c client) bool { once, again := c.list(""), c.list(""); return once.text != again.text },
	"late-count": func(c client) bool {
		counted := func(after time.Duration) any {
			c.clock.shift.Store(int64(after))
			return c.list("").get("pagination.total_records")
		}
		before := counted(0)
		first := c.list("").get("data.0.id")
		same := counted(650*time.Millisecond) == before && c.list("").get("data.0.id") != first
		return same && counted(950*time.Millisecond) != before
	},
	"ties": func(c client) bool {
		a := c.list("order=asc&per_page=5")
		first, _ := time.Parse(time.RFC3339, a.get("data.0.created_at").(string))
		last, _ := time.Parse(time.RFC3339, a.get("data.4.created_at").(string))
		return first.Equal(last)
	},
	"growing": func(c client) bool {
		c.list("")
		c.list("")
		return c.list("").get("pagination.total_records") == 144.0
	},
	"purging": func(c client) bool {
		for range 40 {
			c.list("per_page=1")
		}
		return c.list("").get("pagination.total_records") == 30.0
	},
	"unclaimed-zero": func(c client) bool { return strings.Contains(c.list("").text, `"claimed_at":"0001-01-01T`) },
	"unclaimed-null": func(c client) bool { return strings.Contains(c.list("").text, `"claimed_at":null`) },
	"ordinal-dates":  func(c client) bool { return strings.Contains(c.list("").text, "-W") },
	"html-errors":    func(c client) bool { return strings.HasPrefix(c.createAs("", nil).text, "<!doctype html>") },
	"empty-errors":   func(c client) bool { a := c.createAs("", nil); return a.code == 403 && a.text == "" },
	"errors-200": func(c client) bool {
		a := c.createAs(workspaceToken, nameless)
		return a.code == 200 && a.get("status") == "error"
	},
	"errors-200-alone": func(c client) bool {
		a := c.createAs(workspaceToken, nameless)
		return a.code == 200 && a.get("status") == nil && a.get("errors.base") != nil
	},
	"errors-like-records": func(c client) bool {
		a := c.createAs("", nil)
		return a.code == 403 && a.get("error.id") == 7.0
	},
	"redirect-without-token": func(c client) bool { return c.createAs("", nil).header.Get("Location") != "" },
	"unauthorized-empty-list": func(c client) bool {
		a := c.send("GET", "/api/v1/invitations", "", "")
		return a.code == 200 && a.get("pagination.total_records") == 0.0 && c.createAs("", nil).get("status") == "error"
	},
	"busy": busyAfter(7, 429),
	"errors-not-found": func(c client) bool {
		a := c.createAs(workspaceToken, nameless)
		return a.code == 200 && a.get("status") == "not_found"
	},
	"slow-completion": func(c client) bool { return c.source(c.create()).get("status") == "false" },
	"absent-optionals": func(c client) bool {
		return lacksMember(c.makeConnector("a"), "data.configuration_fields.fields.0", "matches")
	},
	"null-texts": func(c client) bool {
		return strings.Count(c.topics(TopicsSource, "").text, `"description":null`) == usualTopics
	},
	"full-texts":               func(c client) bool { return !strings.Contains(c.topics(TopicsSource, "").text, `"description":null`) },
	"empty-maps":               func(c client) bool { return !strings.Contains(c.topics(TopicsSource, "").text, "Text") },
	"immediate-completion":     func(c client) bool { return statusAtOnce(c).get("status") == "true" },
	"source-202":               func(c client) bool { return statusAtOnce(c).code == 202 },
	"source-404":               func(c client) bool { return statusAtOnce(c).code == 404 },
	"status-boolean":           func(c client) bool { return statusAtOnce(c).get("status") == false },
	"source-properties-beside": func(c client) bool { return c.source(c.create()).get("name") == "Gold" },
	"source-status-in-data": func(c client) bool {
		shown := c.source(c.create())
		return shown.get("status") == nil && shown.get("data.status") == "true" && shown.get("data.name") == "Gold"
	},
	"source-status-in-envelope": func(c client) bool {
		shown := c.source(c.create())
		return shown.get("status") == "success" && shown.get("data.status") == "true" && shown.get("data.name") == "Gold"
	},
	"source-properties-deep": func(c client) bool { return c.source(c.create()).get("result.segments.0.name") == "Gold" },
	"source-signed":          func(c client) bool { return c.send("GET", sourceOf(c), workspaceToken, "").code == 400 },
	"source-needs-token":     func(c client) bool { return c.send("GET", sourceOf(c), "", "").code == 403 },
	"source-elsewhere": func(c client) bool {
		url := sourceOf(c)
		return strings.HasPrefix(url, "http://localhost/") && c.send("GET", url, workspaceToken, "").code == 401 && c.send("GET", url, jobsToken, "").code == 200
	},
	"source-redirects-elsewhere": func(c client) bool {
		to := c.send("GET", sourceOf(c), workspaceToken, "").header.Get("Location")
		if to == "" {
			return false
		}
		return c.send("GET", to, workspaceToken, "").code == 401 && c.send("GET", to, jobsToken, "").code == 200
	},
	"source-url-query": func(c client) bool {
		u, _, cut := strings.Cut(sourceOf(c), "?")
		return cut && c.send("GET", u, "", "").code == 404
	},
	"source-url-unescaped": func(c client) bool {
		u := sourceOf(c)
		return strings.Contains(u, `große "Kunden"`) && c.send("GET", u, "", "").code == 200
	},
	"source-properties-by-replica": func(c client) bool {
		made := c.create()
		return lacks(c.retrieve(made).get("data"), "cohorts") && !lacks(c.retrieve(made).get("data"), "cohorts")
	},
	"late-segments": func(c client) bool {
		made := c.create()
		early, id := c.retrieve(made).code, made.get("data.id").(float64)
		link := c.link(int64(id)).code
		c.clock.seconds.Add(2)
		return early == 404 && link == 404 && c.retrieve(made).code == 200 && c.link(int64(id)).code == 201
	},
	"wrapped-retrieval": func(c client) bool { return c.retrieve(c.create()).get("data.filter_segment.id") != nil },
	"no-retrieval":      func(c client) bool { return c.retrieve(c.create()).code == 404 },
	"strict-molecules":  func(c client) bool { return c.createAs(workspaceToken, unlistedMolecule).code == 422 },
	"strict-dataset": func(c client) bool {
		return c.createAs(workspaceToken, map[string]any{"dataset_id": datasetID + 1}).code == 422
	},
	"unique-names":      func(c client) bool { return c.create().code == 201 && c.create().code == 422 },
	"content-type-text": func(c client) bool { return strings.HasPrefix(c.list("").header.Get("Content-Type"), "text/plain") },
	"no-content-type":   func(c client) bool { return c.list("").header.Get("Content-Type") == "" },
	"chunked-indented":  func(c client) bool { return strings.Contains(c.list("").text, "\n\t\t\t\"id\": ") },
	"float-integers":    func(c client) bool { return strings.Contains(c.list("").text, `"page":1.0`) },
	"escaped-text":      func(c client) bool { return strings.Contains(c.list("").text, `"\u0069\u0064":`) },
}

func TestEachConformingSwitchDoesWhatItSays(t *testing.T) {
	shows := maps.Clone(conformingShows)
	maps.Copy(shows, workspaceShows)
	maps.Copy(shows, textShows)
	maps.Copy(shows, stateShows)
	maps.Copy(shows, gatewayShows)
	for _, l := range Conforming {
		show, with := shows[l.ID], l.ID
		if show == nil {
			t.Errorf("%s: no check shows it", l.ID)
			continue
		}
		base, changed := []string{}, []string{with}
		if l.ID == "last-page-zero-when-empty" {
			base, changed = []string{"no-invitations"}, []string{"no-invitations", with}
		}
		if !show(serve(t, changed...)) {
			t.Errorf("%s does not do what it says", l.ID)
		}
		if show(serve(t, base...)) {
			t.Errorf("%s changes nothing", l.ID)
		}
	}
}

// holdsID reports whether an invitation has an id.
func holdsID(c client, id int64) bool {
	return slices.Contains(c.list("order=asc&per_page=100").ids(), id)
}

// afterATick reports whether a list, and those of objects and topics, differ
// after a tick, and never within one read.
func afterATick(c client, query string) bool {
	read := func() []string {
		return []string{c.list(query).text, c.objects(manyDestination, "per_page=100").text + c.objects(manyDestination, "page=2&per_page=100").text,
			c.topics(TopicsSource, "").text}
	}
	before, again := read(), read()
	c.clock.shift.Add(int64(50 * time.Millisecond))
	after := read()
	return slices.Equal(before, again) && before[0] != after[0] && before[1] != after[1] && before[2] != after[2]
}

var unlistedMolecule = map[string]any{"molecules": []any{map[string]any{"attribute": "a", "attribute_type": "unlisted", "operator": "is", "value": "b"}}}

func sourceOf(c client) string { return c.create().get("filter_segment_source_url").(string) }

func statusAtOnce(c client) response { return c.send("GET", sourceOf(c), "", "") }

func TestAClientRepeatsARequestWhereTheServerIsBusy(t *testing.T) {
	c := serve(t, "busy")
	for range 6 {
		c.sendAs("GET", "/api/v1/invitations", "", map[string]string{"Authorization": "Bearer " + personalToken})
	}
	equal(t, "list", c.list("").code, 200)
}
