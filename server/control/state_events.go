package control

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"understudy/fixtures"
	"understudy/server/resource"
	"understudy/server/state"
	"understudy/server/store"
)

func putInto(tx *store.Tx, table, id string, row []byte) error {
	t, err := state.Find(table)
	if err != nil {
		return err
	}
	return t.Put(tx, id, row)
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// id is the number in the path, or 0, which no row has.
func (c *call) id() int64 {
	id, _ := strconv.ParseInt(c.ids["row"], 10, 64)
	return id
}

// claimInvitation claims an invitation now, with all its workspace invitations. The
// invitee becomes the named user, or by default the user with the id of the invitation.
func claimInvitation(c *call, tx *store.Tx) (reply, error) {
	invitation, ok := tx.Invitation(c.id())
	switch {
	case !ok:
		return reply{}, c.noRow("invitations")
	case invitation.Claimed():
		return reply{}, &failure{status: http.StatusConflict, says: "the invitation has been claimed already"}
	}
	in := struct {
		ClaimedByID int64 `json:"claimed_by_id"`
	}{invitation.ID}
	if len(bytes.TrimSpace(c.body)) > 0 {
		if err := fixtures.DecodeRow(c.body, &in); err != nil {
			return reply{}, err
		}
	}
	row := fixtures.InvitationOf(invitation)
	row.ClaimedAt, row.ClaimedByID, row.AssociatedWorkspaceInvitations = fixtures.TimestampOf(later(tx.Now, invitation.CreatedAt)), in.ClaimedByID, nil
	text, err := json.Marshal(row)
	if err != nil {
		return reply{}, err
	}
	if err := putInto(tx, "invitations", c.ids["row"], text); err != nil {
		return reply{}, err
	}
	return shown(tx, "invitations", c.ids["row"], http.StatusOK)
}

// revokeLink revokes a link now; a revoked one stays as it is.
func revokeLink(c *call, tx *store.Tx) (reply, error) {
	link, ok := tx.Link(c.id())
	switch {
	case !ok:
		return reply{}, c.noRow("links")
	case !link.Revoked():
		tx.RevokeLink(link.ID)
	}
	return shown(tx, "links", c.ids["row"], http.StatusOK)
}

// completing completes a segment's creation, or holds it.
func completing(to resource.Completion) func(c *call, tx *store.Tx) (reply, error) {
	return func(c *call, tx *store.Tx) (reply, error) {
		segment, ok := tx.Segment(c.id())
		if !ok {
			return reply{}, c.noRow("segments")
		}
		segment.Completion = to
		tx.PutSegment(segment)
		return shown(tx, "segments", c.ids["row"], http.StatusOK)
	}
}

// failedStep is the step in which a test fails, and the error.
type failedStep struct {
	Step  string `json:"step"`
	Error string `json:"error"`
}

// failTest stores a test of a destination that failed now.
func failTest(c *call, tx *store.Tx) (reply, error) {
	in := failedStep{"Check the credentials", "The external system rejected the credentials"}
	if len(bytes.TrimSpace(c.body)) > 0 {
		if err := fixtures.DecodeRow(c.body, &in); err != nil {
			return reply{}, err
		}
	}
	switch {
	case in.Step == "":
		return reply{}, errors.New("step: must not be empty: leave it out, or say which step fails")
	case in.Error == "":
		return reply{}, errors.New("error: must not be empty: leave it out, or say why the step fails")
	}
	return tested(c, tx, resource.TestStep{Step: in.Step, Status: resource.StepFailed, Error: in.Error})
}

// passTest stores a test of a destination that succeeded now.
func passTest(c *call, tx *store.Tx) (reply, error) {
	return tested(c, tx, resource.TestStep{Step: "Check the credentials", Status: resource.StepSucceeded},
		resource.TestStep{Step: "List the objects", Status: resource.StepSucceeded})
}

// tested stores a test that reached the external system and then has these steps.
func tested(c *call, tx *store.Tx, steps ...resource.TestStep) (reply, error) {
	d, ok := tx.Destination(c.id())
	if !ok {
		return reply{}, c.noRow("destinations")
	}
	of, _ := tx.Connector(d.Type)
	reached := resource.TestStep{Step: "Reach " + of.Label, Status: resource.StepSucceeded}
	d.LastTest = resource.Test{At: tx.Now, Steps: append([]resource.TestStep{reached}, steps...)}
	tx.PutDestination(d)
	return shown(tx, "destinations", c.ids["row"], http.StatusOK)
}
