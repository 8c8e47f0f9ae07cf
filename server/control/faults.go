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
	{http.MethodGet, "faults", onSandbox(listFaults), plain},
	{http.MethodPost, "faults", addFault, hasBody | adds},
	{http.MethodDelete, "faults", onSandbox(removeFaults), frees},
	{http.MethodDelete, "faults/{fault}", removeFault, frees},
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
	for _, name := range []string{"when.first", "when.every", "when.probability", "status", "bytes_per_second", "silence", "latency.seconds", "latency"} {
		if given := gjson.GetBytes(c.body, name); given.Type == gjson.Number && given.Num == 0 {
			return reply{}, fmt.Errorf("%s: is 0, so that nothing would fail: give more, or leave it out", name)
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
	if err != nil {
		return reply{}, &failure{status: http.StatusNotFound, says: "fault: give the number of a fault: GET faults lists them"}
	}
	if !sb.Faults().Remove(id) {
		return reply{}, &failure{status: http.StatusNotFound, says: fmt.Sprintf("fault %d: no such fault: GET faults lists them", id)}
	}
	return reply{http.StatusOK, faults{sb.Faults().All()}}, nil
}
