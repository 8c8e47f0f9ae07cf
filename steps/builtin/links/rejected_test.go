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
	e := &client.Exchange{Request: client.Request{Operation: spec.CreateLink, Method: http.MethodPost, Body: fmt.Appendf(nil, `{"redirect_uri": %q}`, sent)},
		Status: http.StatusUnprocessableEntity, Body: []byte(`{"status": "error"}`)}
	if shown != "" {
		e.Status, e.Body = http.StatusCreated, fmt.Appendf(nil, `{"status": "created", "data": {"id": 1, "redirect_uri": %q}}`, shown)
	}
	return e
}

func TestALinkShowsTheRedirectURIOfARejectedOne(t *testing.T) {
	const own, bad = "https://a.example/own", "javascript:alert(1)"
	for rule, c := range map[string]struct {
		before []*client.Exchange
		shown  string
		want   bool
	}{
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
		e := creation(own, c.shown)
		Note(w, e)
		if got := ShowsRejected(w.Run, e) != nil; got != c.want {
			t.Errorf("%s: found %v", rule, got)
		}
	}
}
