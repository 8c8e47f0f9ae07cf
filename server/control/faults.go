package control

import (
	"fmt"
	"net/http"
	"strconv"

	jsonv2 "github.com/go-json-experiment/json"

	"understudy/server/fault"
	"understudy/server/sandbox"
)

var faultRoutes = []route{
	{http.MethodGet, "faults", onSandbox(listFaults)},
	{http.MethodPost, "faults", addFault},
	{http.MethodDelete, "faults", onSandbox(removeFaults)},
	{http.MethodDelete, "faults/{id}", removeFault},
}

// faults are the rules of a sandbox, with their counters.
type faults struct {
	Faults []fault.Counted `json:"faults"`
}

func listFaults(sb *sandbox.Sandbox, _ []byte) (any, error) { return faults{sb.Faults().All()}, nil }

func addFault(c *call) (reply, error) {
	sb, err := c.sandbox()
	if err != nil {
		return reply{}, err
	}
	var rule fault.Rule
	if err := jsonv2.Unmarshal(c.body, &rule, jsonv2.RejectUnknownMembers(true)); err != nil {
		return reply{}, fmt.Errorf(`this is no fault: %w: give one such as {"operation": "list-invitations", "when": {"first": 2}, "status": 503}`, err)
	}
	made, err := sb.Faults().Add(rule)
	return reply{status: http.StatusCreated, body: made}, err
}

func removeFaults(sb *sandbox.Sandbox, _ []byte) (any, error) {
	sb.Faults().Set(nil)
	return listFaults(sb, nil)
}

func removeFault(c *call) (reply, error) {
	sb, err := c.sandbox()
	if err != nil {
		return reply{}, err
	}
	id, err := strconv.Atoi(c.ids["id"])
	if err != nil || !sb.Faults().Remove(id) {
		return reply{}, &failure{status: http.StatusNotFound, says: "no such fault: GET faults lists them"}
	}
	return reply{status: http.StatusOK, body: faults{sb.Faults().All()}}, nil
}
