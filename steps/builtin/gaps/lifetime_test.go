package gaps

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/builtin/links"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/target"
)

func TestTheLifetimeOfALinkCountsFromItsFirstResponse(t *testing.T) {
	w := worldtest.On(t, target.Target{})
	noon := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		path            string
		responded, ends time.Duration
		want            string
	}{
		{"/segments/1", 0, 24 * time.Hour, "24h"},
		{"/segments/1", 5 * time.Minute, 24 * time.Hour, "24h"},
		{"/segments/1", 6 * time.Minute, 24*time.Hour + 6*time.Minute, "24h"},
		{"/segments/2", 5 * time.Minute, 24 * time.Hour, "1435m"},
	} {
		at, ends := noon.Add(c.responded), noon.Add(c.ends)
		body := fmt.Sprintf(`{"data":{"id":"1","expiration":%q}}`, ends.Format(time.RFC3339))
		w.Last = &client.Exchange{Request: client.Request{Operation: spec.CreateLink, Method: http.MethodPost, Path: c.path},
			Status: http.StatusCreated, Body: []byte(body), Header: http.Header{"Date": {at.Format(http.TimeFormat)}}, Received: time.Now()}
		links.Note(w, w.Last)
		if got, _, err := recognised(w, "link-lifetime", seenBy(w)); err != nil || got != c.want {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
	}
}
