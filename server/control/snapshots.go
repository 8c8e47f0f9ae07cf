package control

import (
	"net/http"
	"time"

	"understudy/server/sandbox"
)

var snapshotRoutes = []route{
	{http.MethodPost, "sandboxes/{id}/snapshots", onNamed(takeSnapshot), hasBody | adds},
	{http.MethodGet, "sandboxes/{id}/snapshots", snapshotsOfOne, plain},
	{http.MethodPost, "sandboxes/{id}/restore", onNamed(restoreSnapshot), hasBody | frees},
	{http.MethodGet, "snapshots", allSnapshots, plain},
	{http.MethodDelete, "snapshots/{name}", deleteSnapshot, frees},
}

// snapshot is what the control API shows of a named snapshot.
type snapshot struct {
	Name    string    `json:"name"`
	Sandbox string    `json:"sandbox"`
	TakenAt time.Time `json:"taken_at"`
}

func takeSnapshot(c *call, sb *sandbox.Sandbox) (reply, error) {
	in, err := decode[struct {
		Name string `json:"name"`
	}](c.body)
	if err != nil {
		return reply{}, err
	}
	taken, err := c.hub.TakeSnapshot(sb.ID(), in.Name)
	return reply{http.StatusCreated, snapshot{taken.Name, taken.Sandbox, taken.TakenAt}}, member("name", err)
}

func allSnapshots(c *call) (reply, error) {
	return c.snapshots(func(sandbox.NamedSnapshot) bool { return true })
}

// snapshotsOfOne are those of a sandbox, which may have been deleted since.
func snapshotsOfOne(c *call) (reply, error) {
	return c.snapshots(func(k sandbox.NamedSnapshot) bool { return k.Sandbox == c.ids["id"] })
}

func (c *call) snapshots(wanted func(sandbox.NamedSnapshot) bool) (reply, error) {
	all := []snapshot{}
	for _, k := range c.hub.Snapshots() {
		if wanted(k) {
			all = append(all, snapshot{k.Name, k.Sandbox, k.TakenAt})
		}
	}
	return reply{http.StatusOK, map[string][]snapshot{"snapshots": all}}, nil
}

func restoreSnapshot(c *call, sb *sandbox.Sandbox) (reply, error) {
	in, err := decode[struct {
		Snapshot string `json:"snapshot"`
	}](c.body)
	if err != nil {
		return reply{}, err
	}
	if err := c.hub.Restore(sb.ID(), in.Snapshot); err != nil {
		return reply{}, member("snapshot", err)
	}
	return getSandbox(c, sb)
}

func deleteSnapshot(c *call) (reply, error) {
	return reply{http.StatusNoContent, nil}, c.hub.Drop(c.ids["name"])
}
