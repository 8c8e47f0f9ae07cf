package control

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/tidwall/gjson"

	"understudy/server/fault"
	"understudy/server/sandbox"
)

var faultRoutes = []route{
	{http.MethodGet, "faults", onSandbox(listFaults)},
	{http.MethodPost, "faults", addFault},
	{http.MethodDelete, "faults", onSandbox(removeFaults)},
	{http.MethodDelete, "faults/{fault}", removeFault},
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
	rule, err := decode[fault.Rule](c.body)
	if err != nil {
		return reply{}, err
	}
	for _, member := range []string{"first", "every", "probability"} {
		if given := gjson.GetBytes(c.body, "when."+member); given.Exists() && given.Num == 0 {
			return reply{}, fmt.Errorf("when.%s is 0, which picks no call: give more, or leave when out for all calls", member)
		}
	}
	made, err := sb.Faults().Add(rule)
	return reply{http.StatusCreated, made}, err
}

func removeFaults(sb *sandbox.Sandbox, _ []byte) (any, error) {
	sb.Faults().Clear()
	return listFaults(sb, nil)
}

func removeFault(c *call) (reply, error) {
	sb, err := c.sandbox()
	if err != nil {
		return reply{}, err
	}
	id, err := strconv.Atoi(c.ids["fault"])
	if err != nil || !sb.Faults().Remove(id) {
		return reply{}, &failure{status: http.StatusNotFound, says: "no such fault: GET faults lists them"}
	}
	return reply{http.StatusOK, faults{sb.Faults().All()}}, nil
}
