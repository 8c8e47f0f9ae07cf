package independent

import (
	"net/http"
	"slices"
	"strings"

	"understudy/steps/internal/independent/api"
)

var connectorFaults = slices.Concat(about(api.CreateConnector, []api.Fault{
	{Violation: Violation{ID: "connector-create-201", Breaks: "created-connector-code", Says: "a connector's creation gets HTTP 201"},
		Respond: code(http.StatusCreated)},
	{Violation: Violation{ID: "connector-create-status-success", Breaks: "created-connector-status",
		Says: "a connector's creation has the status success"}, Respond: status("success")},
	{Violation: Violation{ID: "connector-create-data-array", Breaks: "created-connector-data",
		Says: "the data of a connector's creation is an array of one",
		With: []string{"connector-label-kept", "connector-service-name-kept"}},
		Respond: dataInArray},
	{Violation: Violation{ID: "connector-create-empty-body", Breaks: "bodies-are-json",
		Says: "the body of a connector's creation is empty"}, Respond: garbles(nothing)},
	{Violation: Violation{ID: "connector-create-answers-other-name", Breaks: "connector-service-name-kept",
		Says: "a connector's creation returns another service_name than was sent"},
		Respond: func(o api.Outcome) { o.Rep.Set("service_name", "type-7") }},
	{Violation: Violation{ID: "connector-create-answers-lower-case", Breaks: "connector-service-name-kept",
		Says: "a connector's creation shows its service_name in lower case, and paths need it as it was sent"},
		Respond: respellsServiceName(strings.ToLower)},
	{Violation: Violation{ID: "connector-create-answers-64-characters", Breaks: "connector-service-name-kept",
		Says: "a connector's creation shows the first 64 characters of its service_name, and paths need all of it"},
		Respond: respellsServiceName(upTo(64))},
}), about(api.UpdateConnector, []api.Fault{
	{Violation: Violation{ID: "connector-update-of-nothing-204", Breaks: "updated-connector-code", With: []string{"bodies-are-json"},
		Says: "a connector's update with the label that it has gets HTTP 204"},
		Wraps: emptyWhereNothingChanges(patchConnector, "connector", "label")},
	{Violation: Violation{ID: "connector-update-202", Breaks: "updated-connector-code", Says: "a connector's update gets HTTP 202"},
		Respond: code(http.StatusAccepted)},
	{Violation: Violation{ID: "connector-update-status-created", Breaks: "updated-connector-status",
		Says: "a connector's update has the status created"}, Respond: status("created")},
	{Violation: Violation{ID: "connector-update-data-missing", Breaks: "updated-connector-data",
		Says: "the members of a connector stand beside status; there is no data",
		With: []string{"connector-label-kept", "connector-service-name-kept"}},
		Respond: dataBeside},
	{Violation: Violation{ID: "connector-update-empty-body", Breaks: "bodies-are-json",
		Says: "the body of a connector's update is empty"}, Respond: garbles(nothing)},
	{Violation: Violation{ID: "connector-update-answers-old-label", Breaks: "connector-label-kept",
		Says: "a connector's update returns the label from before, and keeps the new one"},
		Respond: func(o api.Outcome) { o.Rep.Set("label", o.Before) }},
}), about(api.PublishConnector, []api.Fault{
	{Violation: Violation{ID: "publish-201", Breaks: "published-connector-code", Says: "a connector's publishing gets HTTP 201"},
		Respond: code(http.StatusCreated)},
	{Violation: Violation{ID: "publish-202", Breaks: "published-connector-code", Says: "a connector's publishing gets HTTP 202"},
		Respond: code(http.StatusAccepted)},
	{Violation: Violation{ID: "publish-status-updated", Breaks: "published-connector-status",
		Says: "a connector's publishing has the status updated"}, Respond: status("updated")},
	{Violation: Violation{ID: "publish-status-published", Breaks: "published-connector-status",
		Says: "a connector's publishing has the status published"}, Respond: status("published")},
	{Violation: Violation{ID: "publish-data-missing", Breaks: "published-connector-data",
		Says: "the members of a published connector stand beside status; there is no data",
		With: []string{"connector-label-kept", "connector-service-name-kept"}},
		Respond: dataBeside},
	{Violation: Violation{ID: "publish-empty-body", Breaks: "bodies-are-json", Says: "the body of a connector's publishing is empty"},
		Respond: garbles(nothing)},
	{Violation: Violation{ID: "publish-answers-service-name", Breaks: "connector-label-kept",
		Says: "a connector's publishing shows its service_name as the label"},
		Respond: func(o api.Outcome) { o.Rep.Set("label", o.Rep.Data().Get("service_name")) }},
	{Violation: Violation{ID: "publish-spare-shows-another", Breaks: "connector-service-name-kept",
		Says: "the publishing of the connector that is there to be published shows another one's service_name"},
		Wraps: onDone(putConnector, func(s *Server, r *http.Request, rep *api.Reply) {
			if g := s.TestData(); r.PathValue("service_name") == g.PublishableConnectorServiceName {
				rep.Set("service_name", g.ConnectorServiceName)
			}
		})},
	{Violation: Violation{ID: "publish-answers-old-label", Breaks: "connector-label-kept",
		Says: "a connector's publishing returns the label from before the last update"},
		Respond: func(o api.Outcome) {
			if o.Before != "" {
				o.Rep.Set("label", o.Before)
			}
		}},
}), []api.Fault{
	{Violation: Violation{ID: "connector-label-not-kept", Breaks: "connector-label-kept",
		Says: "a connector's update returns the new label, and keeps the one from before"},
		Waives: api.KeepsConnectorLabel},
	{Violation: Violation{ID: "connector-later-label-not-kept", Breaks: "connector-label-kept",
		Says: "an update of a connector that was relabelled before returns the new label, and keeps the one from before"},
		Waives: api.KeepsLaterLabel},
	{Violation: Violation{ID: "connector-every-second-label-not-kept", Breaks: "connector-label-kept",
		Says: "every second update of a connector returns the new label, and keeps the one from before"},
		Waives: api.KeepsSecondLabel},
	{Violation: Violation{ID: "connector-every-third-label-not-kept", Breaks: "connector-label-kept",
		Says: "every third update of a connector returns the new label, and keeps the one from before"},
		Waives: api.KeepsThirdLabel},
	{Violation: Violation{ID: "connector-service-name-not-kept", Breaks: "connector-service-name-kept",
		Says: "a connector goes by another service_name than it was created with",
		With: []string{"connectors-are-updated", "connectors-are-published"}},
		Waives: api.KeepsServiceName},
	{Violation: Violation{ID: "connector-created-without-connector", Breaks: "creation-needs-connector",
		Says: "a connector is created without the object connector"},
		Waives: api.CreationNeedsConnector},
	{Violation: Violation{ID: "connector-updated-without-connector", Breaks: "update-needs-connector",
		Says: "a connector is updated without the object connector"},
		Waives: api.UpdateNeedsConnector},
	{Violation: Violation{ID: "connector-unknown-updated", Breaks: "connector-service-name-kept",
		Says: "an update of a service_name that names nothing returns another connector"},
		Waives: api.KnowsConnectorToUpdate},
	{Violation: Violation{ID: "connector-unknown-published", Breaks: "connector-service-name-kept",
		Says: "the publishing of a service_name that names nothing returns another connector"},
		Waives: api.KnowsConnectorToPublish},
})

func respellsServiceName(as func(string) string) func(api.Outcome) {
	return func(o api.Outcome) {
		name, _ := o.Rep.Data().Get("service_name").(string)
		o.Rep.Set("service_name", as(name))
	}
}
