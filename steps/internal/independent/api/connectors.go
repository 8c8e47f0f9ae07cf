package api

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

// ConnectorKey distinguishes the destination types of different workspaces.
type ConnectorKey struct {
	Owner       Bearer
	ServiceName string
}

// Connector is a destination type.
type Connector struct {
	ServiceName, Label, icon string
	// OldLabel is the label before the last update that sent one.
	OldLabel   string
	updates    int
	Data       map[string]any
	definition map[string]any
	Published  bool
	CreatedAt  time.Time
	// relabelledAt is when OldLabel was replaced.
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

func makeConnectors() map[ConnectorKey]*Connector {
	sample := sampleConnector()
	made := map[ConnectorKey]*Connector{}
	for _, name := range []string{firstConnector, spareConnector} {
		made[ConnectorKey{Workspace, name}] = &Connector{ServiceName: name, Label: "Sluice " + name,
			Data: sample["data"].(map[string]any), definition: sample["configuration_definition"].(map[string]any)}
	}
	return made
}

// createConnector serves POST /api/v1/connectors.
func (s *Server) createConnector(r *http.Request) Reply {
	who, turnedAway := s.admit(r, CreateConnector)
	if turnedAway != nil {
		return *turnedAway
	}
	s.Mu.Lock()
	defer s.Mu.Unlock()
	c, problem := s.readNewConnector(r)
	owner := ownerFor(who)
	switch {
	case problem != "":
	case !s.choice.connector.creatable:
		problem = "no destination type can be made here"
	case s.Connectors[ConnectorKey{owner, c.ServiceName}] != nil:
		problem = "this service_name is taken"
	}
	if problem != "" {
		return s.Reject(http.StatusUnprocessableEntity, problem)
	}
	key := ConnectorKey{owner, c.ServiceName}
	if s.waived[KeepsServiceName] {
		key.ServiceName += "-2"
	}
	s.Connectors[key] = c
	rep := s.Success(http.StatusOK, Object{{"data", s.connectorRow(*c)}, {"status", "created"}})
	return s.finish(CreateConnector, Outcome{Rep: &rep, Who: who})
}

// ownerFor also lets a token that a violation accepts act for the workspace.
func ownerFor(who Bearer) Bearer {
	if who == OtherWorkspace {
		return who
	}
	return Workspace
}

// losesOneOf reports whether the values of the latest of some updates are lost:
// every second or every third is, where a violation waives the rule.
func (s *Server) losesOneOf(updates int, second, third Rule) bool {
	return s.waived[second] && updates%2 == 0 || s.waived[third] && updates%3 == 0
}

// updateConnector serves PATCH /api/v1/connectors/{service_name}.
func (s *Server) updateConnector(r *http.Request) Reply {
	who, turnedAway := s.admit(r, UpdateConnector)
	creates := s.choice.connector.madeByUpdate && (who == Workspace || who == OtherWorkspace)
	if turnedAway != nil && !creates {
		return *turnedAway
	}
	s.Mu.Lock()
	defer s.Mu.Unlock()
	c := s.connectorOf(r, KnowsConnectorToUpdate)
	key := ConnectorKey{ownerFor(who), r.PathValue("service_name")}
	if creates {
		if c = s.Connectors[key]; c == nil {
			c = &Connector{ServiceName: key.ServiceName, Label: key.ServiceName}
		}
	}
	switch {
	case c != nil && s.Now().Sub(c.CreatedAt) < s.choice.connector.lag:
		return s.Success(http.StatusOK, Object{{"status", "not_found"}})
	case c == nil:
		return s.Reject(http.StatusGone, "no such destination type")
	case c.Published && !s.choice.connector.updatedAfterPublish && !s.waived[ClosesPublished]:
		return s.Reject(http.StatusForbidden, "it is published: nothing can change")
	}
	changed, problem := s.readConnectorUpdate(r, *c)
	if problem != "" {
		return s.Reject(http.StatusUnprocessableEntity, problem)
	}
	before := *c
	changed.updates++
	*c = changed
	if creates {
		s.Connectors[key] = c
	}
	c.Label = s.kept(ConnectorLabel, c.Label)
	if s.waived[KeepsConnectorLabel] || s.waived[KeepsLaterLabel] && before.OldLabel != "" ||
		s.losesOneOf(c.updates, KeepsSecondLabel, KeepsThirdLabel) {
		c.Label = before.Label
	}
	shown := changed
	switch readsBack := changed.relabelledAt.Equal(before.relabelledAt); { // no label was sent
	case readsBack:
		if s.labelReads++; !s.choice.connector.labelReplicas || s.labelReads%2 == 0 {
			shown = s.withLateLabel(changed)
		}
	case s.choice.connector.ownLabelLag:
		shown = s.withLateLabel(changed)
	}
	rep := s.Success(http.StatusOK, Object{{"data", s.connectorRow(shown)}, {"status", "updated"}})
	return s.finish(UpdateConnector, Outcome{Rep: &rep, Who: who, Before: before.Label})
}

// withLateLabel returns a connector as responses show it: a new label may show later.
func (s *Server) withLateLabel(c Connector) Connector {
	if c.OldLabel != "" && s.Now().Sub(c.relabelledAt) < s.choice.connector.labelLag {
		c.Label = c.OldLabel
	}
	return c
}

// connectorOf returns the connector that the path names, or nil; where a
// violation waives the rule, a copy of another one. It must be called under
// s.Mu.
func (s *Server) connectorOf(r *http.Request, known Rule) *Connector {
	c := s.Connectors[ConnectorKey{Workspace, r.PathValue("service_name")}]
	if c == nil && s.waived[known] {
		another := *s.Connectors[ConnectorKey{Workspace, firstConnector}]
		c = &another
	}
	return c
}

// publishConnector serves PUT …/publish_to_organization, with any body.
func (s *Server) publishConnector(r *http.Request) Reply {
	who, turnedAway := s.admit(r, PublishConnector)
	if turnedAway != nil {
		return *turnedAway
	}
	s.Mu.Lock()
	defer s.Mu.Unlock()
	c := s.connectorOf(r, KnowsConnectorToPublish)
	switch {
	case c != nil && s.Now().Sub(c.CreatedAt) < s.choice.connector.lag:
		return s.Success(http.StatusOK, Object{{"status", "not_found"}})
	case c == nil:
		return s.Reject(http.StatusGone, "no such destination type")
	case !s.choice.connector.publishable:
		return s.Reject(http.StatusForbidden, "publishing needs an approval")
	case s.choice.connector.publishesOne && c.ServiceName != s.TestData().PublishableConnectorServiceName:
		return s.Reject(http.StatusConflict, "it was not reviewed")
	case c.Published && s.choice.connector.republishedIs304:
		return Reply{Code: http.StatusNotModified}
	case c.Published && !s.choice.connector.publishedAgain && !s.waived[ClosesPublished]:
		return s.Reject(http.StatusUnprocessableEntity, "it is published already")
	}
	c.Published = true
	rep := s.Success(http.StatusOK, Object{{"data", s.connectorRow(s.withLateLabel(*c))}, {"status", "published_to_organization"}})
	return s.finish(PublishConnector, Outcome{Rep: &rep, Who: who, Before: c.OldLabel})
}

// connectorRow returns the response form.
func (s *Server) connectorRow(c Connector) Object {
	fields := []Object{}
	if !s.choice.connector.noFields {
		fields = s.configurationRows(c)
	}
	return Object{
		{"user_selectable_field_types", []Object{{{"array", true}, {"type", "Text"}}, {{"type", "Zahl"}, {"array", false}}}},
		{"configuration_fields", Object{{"version", int64(4)}, {"fields", fields}}},
		{"source_creatable_via_connect_link", false},
		{"creatable_via_connect_link", true},
		{"creatable_via_api", true},
		{"published", c.Published},
		{"auth_method", "handshake"},
		{"label", c.Label},
		{"documentation_slug", ""},
		{"service_name", c.ServiceName},
	}
}
