package server

import "understudy/fixtures"

// sampleRedirectURI is a redirect_uri that the fake accepts.
const sampleRedirectURI = "https://app.example.com/segments"

// sampleConnector is an object connector that the fake accepts. A suite replaces
// its service_name with a unique one.
var sampleConnector = map[string]any{
	"service_name": "probe",
	"label":        "Probe",
	"icon_url":     "https://static.example.com/probe.png",
	"data": map[string]any{
		"url":     "https://hooks.example.com/probe",
		"headers": map[string]any{"X-Probe-Key": "EXAMPLE-probe-key"},
	},
	"configuration_definition": map[string]any{
		"account_id": map[string]any{"label": "Account", "type": "string", "required": true, "user_editable": true, "placeholder": "AC-1000"},
		"api_key":    map[string]any{"label": "API key", "type": "string", "required": true, "user_editable": true, "secret": true},
		"batch_size": map[string]any{"label": "Records per request", "type": "integer", "user_editable": true, "default": "500"},
		"region":     map[string]any{"id": "data_region", "label": "Region", "type": "string", "user_editable": false, "default": "eu"},
		"dry_run":    map[string]any{"label": "Send nothing", "type": "boolean", "user_editable": true},
	},
}

// serviceConnection is the content of a PATCH that leaves a destination unchanged.
func serviceConnection(d fixtures.Destination) map[string]any {
	credentials := map[string]any{}
	for key, text := range d.Credentials {
		credentials[key] = text
	}
	return map[string]any{"name": d.Name, "type": d.Type, "credentials": credentials}
}
