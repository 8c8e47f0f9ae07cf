package links

import (
	"fmt"
	"net/http"
	"testing"

	"understudy/spec"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/target"
)

// creation is one that sent a redirect_uri; a response that shows none is a rejection.
func creation(sent, shown string) *client.Exchange {
	e := &client.Exchange{Status: http.StatusUnprocessableEntity, Body: []byte(`{"status": "error"}`)}
	e.Operation, e.Method, e.Request.Body = spec.CreateLink, http.MethodPost, fmt.Appendf(nil, `{"redirect_uri": %q}`, sent)
	if shown != "" {
		e.Status, e.Body = http.StatusCreated, fmt.Appendf(nil, `{"status": "created", "data": {"id": 1, "redirect_uri": %q}}`, shown)
	}
	return e
}

func TestALinkShowsTheRedirectURIOfARejectedOne(t *testing.T) {
	const own, bad = "https://a.example/own", "javascript:alert(1)"
	busy := creation(bad, "")
	busy.Status = http.StatusConflict
	for rule, c := range map[string]struct {
		before []*client.Exchange
		shown  string
		want   bool
	}{
		"one that was rejected as another was under way": {[]*client.Exchange{busy}, bad, false},
		"that of a rejected creation":                    {[]*client.Exchange{creation(bad, "")}, bad, true},
		"its own":                                        {[]*client.Exchange{creation(bad, "")}, own, false},
		"its own, which was rejected before":             {[]*client.Exchange{creation(own, "")}, own, false},
		"one that nobody sent":                           {[]*client.Exchange{creation(bad, "")}, "https://a.example/", false},
		"one that was rejected, and accepted before":     {[]*client.Exchange{creation(bad, bad), creation(bad, "")}, bad, false},
		"one that was rejected, and accepted afterwards": {[]*client.Exchange{creation(bad, ""), creation(bad, bad)}, bad, false},
		"one that was rejected, and then lost": {[]*client.Exchange{creation(bad, ""), {Request: creation(bad, "").Request,
			Status: http.StatusInternalServerError}}, bad, false},
	} {
		w := worldtest.On(t, target.Target{})
		for _, e := range c.before {
			Note(w, e)
		}
		for _, sent := range []string{own, ""} {
			e := creation(sent, c.shown)
			Note(w, e)
			if got := ShowsRejected(w.Run, e) != nil; got != c.want {
				t.Errorf("%s, where %q was sent: found %v", rule, sent, got)
			}
		}
	}
}
