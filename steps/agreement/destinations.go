package agreement

import (
	"path"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
	"understudy/steps/jsonvalue"
)

// checkShownDestination checks the name and the creation time of a destination.
func (a *Agreement) checkShownDestination(e *client.Exchange, cs *contradictions) {
	a.names.noteSent(e, client.NameSent, e.Path)
	data := e.Get("data")
	if !isSuccess(e) || jsonvalue.Number(data.Get("id")) != path.Base(e.Path) {
		return
	}
	a.names.check(data, nameCheck{of: e.Path, member: "name", ifAnothers: "destination-named-by-its-id",
		ifRejected: "destination-name-kept"}, cs)
	a.names.checkUnaltered(data.Get("name"), e.Path, "destination-name-kept", cs)
	a.checkSteadyDetails(e, cs)
	if at := data.Get("created_at"); at.Type == gjson.String {
		if before := a.created.note(e.Path, at.Str); before != "" {
			cs.add("destination-created-at", "the created_at of a destination to stay "+before, "%s", at.Str)
		}
	}
}
