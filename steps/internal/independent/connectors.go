package independent

import (
	"net/http"
	"time"
)

var connectorRoutes = []route{
	{"POST /api/v1/connectors", (*Server).createConnector},
	{"PATCH /api/v1/connectors/{service_name}", (*Server).updateConnector},
	{"PUT /api/v1/connectors/{service_name}/publish_to_organization", (*Server).publishConnector},
}

const (
	firstConnector = "Sluice-2.main~x"
	spareConnector = "sluice_spare"
)

// connectorKey tells one workspace's destination types from another's.
type connectorKey struct {
	owner       bearer
	serviceName string
}

// connector is a destination type.
type connector struct {
	serviceName, label, icon string
	// oldLabel is the label before the last update that sent one.
	oldLabel   string
	updates    int
	data       map[string]any
	definition map[string]any
	published  bool
	createdAt  time.Time
	// relabelledAt is when oldLabel was replaced.
	relabelledAt time.Time
}

func sampleConnector() map[string]any {
	return map[string]any{
		"service_name": "sluice-probe", "label": "Sluice (probe) 7%", "icon_url": "https://cdn.independent.invalid/i.svg",
		"data": map[string]any{
			"url": "https://sluice.independent.invalid/in", "headers": map[string]any{"X-Sluice-Key": "independent-header-key-58"},
		},
		"configuration_definition": map[string]any{
			"tenant": map[string]any{"label": "Tenant", "type": "string", "user_editable": true, "id": "tenant", "default": "main",
				"secret": false, "required": true, "placeholder": "your tenant"},
			"signing_key": map[string]any{"label": "Signing key", "type": "string", "user_editable": true, "id": "signing_key",
				"default": "independent-default-secret-21", "secret": true, "required": false, "placeholder": ""},
			"shard": map[string]any{"label": "Shard", "type": "integer", "user_editable": false, "id": "shard", "default": "3",
				"secret": false, "required": false, "placeholder": ""},
		},
	}
}

func makeConnectors() map[connectorKey]*connector {
	sample := sampleConnector()
	made := map[connectorKey]*connector{}
	for _, name := range []string{firstConnector, spareConnector} {
		made[connectorKey{workspace, name}] = &connector{serviceName: name, label: "Sluice " + name,
			data: sample["data"].(map[string]any), definition: sample["configuration_definition"].(map[string]any)}
	}
	return made
}

// createConnector serves POST /api/v1/connectors.
func (s *Server) createConnector(r *http.Request) reply {
	who, turnedAway := s.admit(r, createConnector)
	if turnedAway != nil {
		return *turnedAway
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c, problem := s.readNewConnector(r)
	owner := ownerFor(who)
	switch {
	case problem != "":
	case !s.choice.connector.creatable:
		problem = "no destination type can be made here"
	case s.connectors[connectorKey{owner, c.serviceName}] != nil:
		problem = "this service_name is taken"
	}
	if problem != "" {
		return s.reject(http.StatusUnprocessableEntity, problem)
	}
	key := connectorKey{owner, c.serviceName}
	if s.waived[keepsServiceName] {
		key.serviceName += "-2"
	}
	s.connectors[key] = c
	rep := s.success(http.StatusOK, object{{"data", s.connectorRow(*c)}, {"status", "created"}})
	return s.finish(createConnector, outcome{rep: &rep, who: who})
}

// ownerFor also lets a token that a violation lets in act for the workspace.
func ownerFor(who bearer) bearer {
	if who == otherWorkspace {
		return who
	}
	return workspace
}

// losesOneOf reports whether what the latest of some updates sent is lost: every second
// or every third is, where the rule against it is waived.
func (s *Server) losesOneOf(updates int, second, third rule) bool {
	return s.waived[second] && updates%2 == 0 || s.waived[third] && updates%3 == 0
}

// updateConnector serves PATCH /api/v1/connectors/{service_name}.
func (s *Server) updateConnector(r *http.Request) reply {
	who, turnedAway := s.admit(r, updateConnector)
	if turnedAway != nil {
		return *turnedAway
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.connectorOf(r, knowsConnectorToUpdate)
	switch {
	case c != nil && s.now().Sub(c.createdAt) < s.choice.connector.lag:
		return s.success(http.StatusOK, object{{"status", "not_found"}})
	case c == nil:
		return s.reject(http.StatusGone, "no such destination type")
	case c.published && !s.choice.connector.updatedAfterPublish && !s.waived[closesPublished]:
		return s.reject(http.StatusForbidden, "it is published: nothing can change")
	}
	changed, problem := s.readConnectorUpdate(r, *c)
	if problem != "" {
		return s.reject(http.StatusUnprocessableEntity, problem)
	}
	before := *c
	changed.updates++
	*c = changed
	c.label = s.kept(connectorLabel, c.label)
	if s.waived[keepsConnectorLabel] || s.waived[keepsLaterLabel] && before.oldLabel != "" || s.losesOneOf(c.updates, keepsSecondLabel, keepsThirdLabel) {
		c.label = before.label
	}
	shown := changed
	if changed.relabelledAt.Equal(before.relabelledAt) { // no label was sent
		shown = s.lagging(changed)
	}
	rep := s.success(http.StatusOK, object{{"data", s.connectorRow(shown)}, {"status", "updated"}})
	return s.finish(updateConnector, outcome{rep: &rep, who: who, before: before.label})
}

// lagging is a connector as it is shown: a new label may show later.
func (s *Server) lagging(c connector) connector {
	if c.oldLabel != "" && s.now().Sub(c.relabelledAt) < s.choice.connector.labelLag {
		c.label = c.oldLabel
	}
	return c
}

// connectorOf is the connector that the path names, or nil; where the rule is
// waived another one, or rather its copy. It must be called under s.mu.
func (s *Server) connectorOf(r *http.Request, known rule) *connector {
	c := s.connectors[connectorKey{workspace, r.PathValue("service_name")}]
	if c == nil && s.waived[known] {
		another := *s.connectors[connectorKey{workspace, firstConnector}]
		c = &another
	}
	return c
}

// publishConnector serves PUT …/publish_to_organization, whatever its body.
func (s *Server) publishConnector(r *http.Request) reply {
	who, turnedAway := s.admit(r, publishConnector)
	if turnedAway != nil {
		return *turnedAway
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.connectorOf(r, knowsConnectorToPublish)
	switch {
	case c != nil && s.now().Sub(c.createdAt) < s.choice.connector.lag:
		return s.success(http.StatusOK, object{{"status", "not_found"}})
	case c == nil:
		return s.reject(http.StatusGone, "no such destination type")
	case !s.choice.connector.publishable:
		return s.reject(http.StatusForbidden, "publishing needs an approval")
	case c.published && !s.choice.connector.publishedAgain:
		return s.reject(http.StatusUnprocessableEntity, "it is published already")
	}
	c.published = true
	rep := s.success(http.StatusOK, object{{"data", s.connectorRow(s.lagging(*c))}, {"status", "published_to_organization"}})
	return s.finish(publishConnector, outcome{rep: &rep, who: who, before: c.oldLabel})
}

// connectorRow is the response form.
func (s *Server) connectorRow(c connector) object {
	fields := []object{}
	if !s.choice.connector.noFields {
		fields = s.configurationRows(c)
	}
	return object{
		{"user_selectable_field_types", []object{{{"array", true}, {"type", "Text"}}, {{"type", "Zahl"}, {"array", false}}}},
		{"configuration_fields", object{{"version", int64(4)}, {"fields", fields}}},
		{"source_creatable_via_connect_link", false},
		{"creatable_via_connect_link", true},
		{"creatable_via_api", true},
		{"published", c.published},
		{"auth_method", "handshake"},
		{"label", c.label},
		{"documentation_slug", ""},
		{"service_name", c.serviceName},
	}
}
