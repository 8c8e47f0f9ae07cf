package links

import (
	"fmt"
	"net/http"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
)

// noteRedirect remembers the redirect_uri of a creation, and whether it may have been saved.
func noteRedirect(w *world.World, e *client.Exchange) {
	sent := redirectSent(e)
	if e.Operation != spec.CreateLink || e.Method != http.MethodPost || sent == "" {
		return
	}
	run := ofRun(w.Run)
	run.mu.Lock()
	defer run.mu.Unlock()
	run.mayBeSaved[sent] = run.mayBeSaved[sent] || !e.RejectedWithoutEffect() || mayBeSentAgain[e.Status]
}

// mayBeSentAgain are the codes of rejections that are about the time, not about what was sent.
var mayBeSentAgain = map[int]bool{http.StatusRequestTimeout: true, http.StatusConflict: true, http.StatusLocked: true, http.StatusTooEarly: true}

// ShowsRejected returns a finding where a new link shows a redirect_uri that was sent before, and
// rejected each time. One that another creation was accepted with may be that of the same link.
//
// Promise link-redirect-echoed
func ShowsRejected(r *world.Run, e *client.Exchange) *outcome.Finding {
	shown, sent := e.Get("data.redirect_uri"), redirectSent(e)
	run := ofRun(r)
	run.mu.Lock()
	maySave, wasSent := run.mayBeSaved[shown.Str]
	run.mu.Unlock()
	if shown.Type != gjson.String || shown.Str == sent || !wasSent || maySave {
		return nil
	}
	want := fmt.Sprintf("redirect_uri to be %q", sent)
	if sent == "" {
		want = "no redirect_uri of another request"
	}
	return outcome.Found(e, want, "%s, which only rejected requests sent", shown.Raw).About("link-redirect-echoed")
}

func redirectSent(e *client.Exchange) string {
	return gjson.GetBytes(e.Request.Body, "redirect_uri").String()
}
