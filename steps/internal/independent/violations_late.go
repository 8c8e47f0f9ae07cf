package independent

import (
	"net/http"
	"strconv"
	"sync/atomic"

	"understudy/steps/internal/independent/api"
	"understudy/steps/internal/independent/token"
)

// lateFaults break nothing in the first 400 requests.
var lateFaults = []api.Fault{
	{Violation: Violation{ID: "revoked-token-after-400", Breaks: "token-valid",
		Says: "from the 401st request on, a token that was taken back lists objects"},
		Wraps: after400(getObjects, func(r *http.Request) {
			if api.BearerOf(r) == api.Revoked {
				r.Header.Set("Authorization", "Bearer "+token.Workspace)
			}
		})},
	{Violation: Violation{ID: "workspace-token-after-400", Breaks: "personal-token-kind",
		Says: "from the 401st request on, invitations are listed to a workspace's token"},
		Wraps: after400(getInvitations, func(r *http.Request) {
			if api.BearerOf(r) == api.Workspace {
				r.Header.Set("Authorization", "Bearer "+token.Personal)
			}
		})},
	{Violation: Violation{ID: "default-asc-after-400", Breaks: "order-default-desc",
		Says: "from the 401st request on, no order is asc for invitations"},
		Wraps: after400(getInvitations, func(r *http.Request) {
			q := r.URL.Query()
			if !q.Has("order") {
				q.Set("order", "asc")
				r.URL.RawQuery = q.Encode()
			}
		})},
}

// atTimesFaults break something in some responses only.
var atTimesFaults = []api.Fault{
	{Violation: Violation{ID: "topics-none-at-times", Breaks: "topics-are-listed",
		Says: "every second response of a source with topics shows none"},
		Wraps: func(*Server) api.Wrap {
			var requests atomic.Int64
			return func(r *http.Request, serve func() api.Reply) api.Reply {
				plain := r.Pattern == getTopics && r.URL.RawQuery == "" && r.Header.Get("Authorization") == "Bearer "+token.Workspace
				if plain && r.PathValue("source_id") == strconv.FormatInt(api.TopicsSource, 10) && requests.Add(1)%2 == 0 {
					r.SetPathValue("source_id", strconv.FormatInt(api.QuietSource, 10))
				}
				return serve()
			}
		}},
}

// after400 changes the requests of a route after 400 requests of any.
func after400(route string, change func(*http.Request)) func(*Server) api.Wrap {
	return func(*Server) api.Wrap {
		var requests atomic.Int64
		return func(r *http.Request, serve func() api.Reply) api.Reply {
			if requests.Add(1) > 400 && r.Pattern == route {
				change(r)
			}
			return serve()
		}
	}
}

// emptyListFaults show lists that are empty to wrong tokens.
var emptyListFaults = []api.Fault{
	{Violation: Violation{ID: "empty-objects-without-token", Breaks: "token-required",
		Says: "a destination without objects needs no token to list them"},
		Wraps: opensEmpty(getObjects, "destination_id", api.BareDestination, api.Missing)},
	{Violation: Violation{ID: "empty-topics-invented-token", Breaks: "token-valid",
		Says: "the topics of a source without any are listed for a token that never was"},
		Wraps: opensEmpty(getTopics, "source_id", api.QuietSource, api.Unknown)},
	{Violation: Violation{ID: "empty-objects-other-workspace", Breaks: "workspace-token-own",
		Says: "a destination without objects is listed to another workspace"},
		Wraps: opensEmpty(getObjects, "destination_id", api.BareDestination, api.OtherWorkspace)},
	{Violation: Violation{ID: "empty-topics-other-workspace", Breaks: "workspace-token-own",
		Says: "the topics of a source without any are listed to another workspace"},
		Wraps: opensEmpty(getTopics, "source_id", api.QuietSource, api.OtherWorkspace)},
}

// opensEmpty accepts a token for one resource.
func opensEmpty(route, parameter string, id int64, who api.Bearer) func(*Server) api.Wrap {
	return func(*Server) api.Wrap {
		return func(r *http.Request, serve func() api.Reply) api.Reply {
			if r.Pattern == route && r.PathValue(parameter) == strconv.FormatInt(id, 10) && api.BearerOf(r) == who {
				r.Header.Set("Authorization", "Bearer "+token.Workspace)
			}
			return serve()
		}
	}
}
