// Package faketarget builds the target file of our own fake: the command writes it for
// serve and verifies fakes with it, and tests do the same.
//
// Only this package knows both the fake and target files: server and steps must not know
// each other. Start reading at Of.
package faketarget

import (
	"time"

	"understudy/server"
	"understudy/steps/target"
)

// asyncTimeout is how long a segment of a fake may take to be complete.
const asyncTimeout = 5 * time.Second

// Of is the target of a fake that is reached at baseURL. It names all test data of the
// fake's world and allows everything that a deployment can allow. It has no control_url:
// see ControlURL.
func Of(fake *server.Server, baseURL string) target.Target { return With(fake.TestData(), baseURL) }

// With is the target of a fake, or of a sandbox of one, with the test data that it has.
func With(g server.TestData, baseURL string) target.Target {
	return target.Target{
		BaseURL: baseURL,
		Tokens: target.Tokens{Workspace: g.WorkspaceToken, Personal: g.PersonalToken,
			OtherWorkspace: g.OtherWorkspaceToken, Revoked: g.RevokedToken},
		Resources: target.Resources{
			DestinationID:                   g.DestinationID,
			ObjectsDestinationID:            g.ObjectsDestinationID,
			EmptyDestinationID:              g.EmptyDestinationID,
			SourceID:                        g.SourceID,
			DatasetID:                       g.DatasetID,
			TopicsSourceID:                  g.TopicsSourceID,
			EmptyTopicsSourceID:             g.EmptyTopicsSourceID,
			ConnectorServiceName:            g.ConnectorServiceName,
			PublishableConnectorServiceName: g.PublishableConnectorServiceName,
		},
		Samples: target.Samples{
			ServiceConnection: g.ServiceConnection,
			AtomicMolecule:    map[string]any{"attribute": "email", "attribute_type": "property", "operator": "isnotnull", "value": ""},
			OperationMolecule: "AND",
			Connector:         g.Connector,
			RedirectURI:       g.RedirectURI,
		},
		Limits:       target.Limits{AsyncTimeout: target.Duration(asyncTimeout)},
		OpenLinks:    true,
		AllowPublish: true,
	}
}

// ControlURL is the URL of a fake's control API, if that is on. Without a token the API
// serves this machine only, so baseURL must be that of the listener and not a public one.
func ControlURL(baseURL string) string { return baseURL + "/_understudy" }
