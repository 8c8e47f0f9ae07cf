package model

import (
	"pgregory.net/rapid"

	"understudy/spec"
)

// modelRejection is a request that every sandbox of the model rejects.
type modelRejection struct {
	rule, method, path, body, token string
	code                            int
}

// Reject sends a request that is rejected. It changes nothing, as later checks show.
func (m *machine) Reject(t *rapid.T) {
	id, b := m.box(t)
	r := rapid.SampledFrom(m.rejections(b)).Draw(t, "request")
	m.rejected(t, m.askAs(r.token, id, r.method, r.path, r.body), r.code)
}

func (m *machine) rejections(b *modelBox) []modelRejection {
	const segments, segment, redirect = "/sources/21/filter_segments", `{"name":"Refused","molecules":[],"dataset_id":31}`, `{"redirect_uri":"https://a.example.com/"}`
	own := b.workspace
	rows := []modelRejection{
		{"a personal token", "POST", segments, segment, b.personal, 403},
		{"a revoked token", "POST", segments, segment, "revoked", 401},
		{"another workspace", "POST", segments, segment, b.other, b.code("other-workspace-status", spec.CreateSegment)},
		{"another workspace's destination", "PATCH", "/destinations/11", `{"service_connection":{"name":"Refused"}}`, b.other, b.code("other-workspace-status", spec.UpdateDestination)},
		{"no such destination", "PATCH", "/destinations/12", `{"service_connection":{"name":"Refused"}}`, own, 404},
		{"one bad member of many", "PATCH", "/destinations/11", `{"service_connection":{"name":"Refused","credentials":[]}}`, own, 400},
		{"no such source", "POST", "/sources/23/filter_segments", segment, own, 404},
		{"half a body", "POST", segments, segment[:9], own, 400},
		{"bad molecules", "POST", segments, `{"name":"Refused","molecules":[{}],"dataset_id":31}`, own, 400},
		{"another source's dataset", "POST", segments, `{"name":"Refused","molecules":[],"dataset_id":32}`, own, 400},
		{"no such segment", "POST", segments + "/9999/segment_management_links", redirect, own, 404},
		{"a link to a script", "POST", segments + "/41/segment_management_links", `{"redirect_uri":"javascript:alert(1)"}`, own, 400},
		{"a connector without label", "POST", "/connectors", `{"connector":{"service_name":"made-0"}}`, own, 400},
		{"no such method", "DELETE", "/destinations/11", "", own, 405},
	}
	for _, id := range sortedKeys(m.alive()) {
		if token := m.boxes[id].workspace; token != own {
			rows = append(rows, modelRejection{"the token of " + id, "POST", segments, segment, token, 401})
		}
	}
	return rows
}
