package state

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"understudy/fixtures"
	"understudy/server/resource"
	"understudy/server/secret"
	"understudy/server/store"
)

var workspaceKind = kind[resource.Workspace, fixtures.Workspace]{
	name: "workspaces", all: (*store.Tx).AllWorkspaces,
	find: among((*store.Tx).AllWorkspaces, func(w resource.Workspace) int64 { return w.ID }),
	show: func(_ *store.Tx, w resource.Workspace) fixtures.Workspace {
		return fixtures.Workspace{ID: w.ID, Name: w.Name, Token: secret.HiddenValue}
	},
}

var userKind = kind[resource.User, fixtures.User]{
	name: "users", all: (*store.Tx).AllUsers,
	find: among((*store.Tx).AllUsers, func(u resource.User) int64 { return u.ID }),
	show: func(_ *store.Tx, u resource.User) fixtures.User {
		return fixtures.User{ID: u.ID, Email: u.Email, Token: secret.HiddenValue}
	},
}

var connectorKind = kind[resource.Connector, fixtures.Connector]{
	name: "connectors", all: (*store.Tx).AllConnectors, find: (*store.Tx).Connector,
	show: func(_ *store.Tx, c resource.Connector) fixtures.Connector { return fixtures.ConnectorOf(c) },
	hide: hideConnector, keep: keepConnector, put: putConnector,
	fresh: freshConnector, id: func(c fixtures.Connector) string { return c.ServiceName },
	users: usersOfConnector, remove: func(tx *store.Tx, c resource.Connector) { tx.DeleteConnector(c.ServiceName) },
}

func hideConnector(_ *store.Tx, c *fixtures.Connector) {
	c.Data.Headers = maps.Clone(c.Data.Headers)
	for name := range c.Data.Headers {
		c.Data.Headers[name] = secret.HiddenValue
	}
	c.Data.URL, c.IconURL = secret.Hide(c.Data.URL), secret.Hide(c.IconURL)
	for i := range c.ConfigurationFields {
		f := &c.ConfigurationFields[i]
		f.Default, f.ReadMore = shownDefault(*f), secret.Hide(f.ReadMore)
	}
}

func shownDefault(f fixtures.ConfigurationField) string {
	if f.Secret && f.Default != "" {
		return secret.HiddenValue
	}
	return secret.Hide(f.Default)
}

func keepConnector(c *fixtures.Connector, old fixtures.Connector) error {
	for _, name := range slices.Sorted(maps.Keys(c.Data.Headers)) { // so that the first error is always the same
		value, err := secret.Kept("data.headers."+name, c.Data.Headers[name], old.Data.Headers[name])
		if err != nil {
			return err
		}
		c.Data.Headers[name] = value
	}
	all := []keeping{{"data.url", &c.Data.URL, old.Data.URL}, {"icon_url", &c.IconURL, old.IconURL}}
	for i := range c.ConfigurationFields {
		f, was := &c.ConfigurationFields[i], fixtures.ConfigurationField{}
		for _, o := range old.ConfigurationFields {
			if o.ID == f.ID {
				was = o
			}
		}
		at := fmt.Sprintf("configuration_fields[%d].", i)
		all = append(all, keeping{at + "default", &f.Default, was.Default}, keeping{at + "read_more", &f.ReadMore, was.ReadMore})
	}
	return keepAll(all)
}

func putConnector(tx *store.Tx, id string, row fixtures.Connector, _ *fixtures.Connector) error {
	if row.ServiceName != id {
		return fmt.Errorf("service_name: is %.40q in the row and %.40q in the path: give one", row.ServiceName, id)
	}
	w := owners(tx)
	w.Connectors = []fixtures.Connector{row}
	if err := w.CheckRow("connectors[0]"); err != nil {
		return err
	}
	tx.PutConnector(w.ConnectorRows()[0])
	return nil
}

var destinationKind = kind[resource.Destination, fixtures.Destination]{
	name: "destinations", all: (*store.Tx).AllDestinations, find: byID((*store.Tx).Destination), show: destinationOf,
	brief: func(tx *store.Tx, d resource.Destination) (fixtures.Destination, bool) {
		return destinationWith(tx, d, resource.MaxPerPage), tx.CountDestinationObjects(d.ID) <= resource.MaxPerPage
	},
	hide: hideDestination, keep: keepDestination, put: putDestination,
	fresh: freshDestination, id: func(d fixtures.Destination) string { return numberID(d.ID) },
	remove: func(tx *store.Tx, d resource.Destination) { tx.DeleteDestination(d.ID) },
}

// hideDestination hides the credentials that were secret when they were stored, those
// that are secret by the present type, and the secrets of URLs.
func hideDestination(tx *store.Tx, d *fixtures.Destination) {
	of, _ := tx.Connector(d.Type)
	for key := range d.Credentials {
		d.Credentials[key] = secret.Hide(d.Credentials[key])
		if f, _ := of.Field(key); f.Secret || slices.Contains(d.Secrets, key) {
			d.Credentials[key] = secret.HiddenValue
		}
	}
}

func keepDestination(d *fixtures.Destination, old fixtures.Destination) (err error) {
	for _, key := range slices.Sorted(maps.Keys(d.Credentials)) {
		if d.Credentials[key], err = secret.Kept("credentials."+key, d.Credentials[key], old.Credentials[key]); err != nil {
			return err
		}
	}
	return nil
}

func putDestination(tx *store.Tx, id string, row fixtures.Destination, old *fixtures.Destination) error {
	if err := sameID(id, row.ID); err != nil {
		return err
	}
	addSecrets(tx, &row, old)
	w := owners(tx)
	for c := range tx.AllConnectors() {
		w.Connectors = append(w.Connectors, fixtures.ConnectorOf(c))
	}
	w.Destinations = []fixtures.Destination{row}
	if err := w.CheckRow("destinations[0]"); err != nil {
		return err
	}
	tx.AddDestination(w.DestinationRows()[0])
	tx.PutDestinationObjects(row.ID, row.ObjectRows())
	return nil
}

// addSecrets lists new credentials as secrets if they are secret by the present type.
func addSecrets(tx *store.Tx, row, old *fixtures.Destination) {
	of, _ := tx.Connector(row.Type)
	for _, key := range slices.Sorted(maps.Keys(row.Credentials)) {
		text := row.Credentials[key]
		known := old != nil && old.Credentials[key] == text
		if row.Secrets != nil && !known && of.Credential(key, text).Secret && !slices.Contains(row.Secrets, key) {
			row.Secrets = append(row.Secrets, key)
		}
	}
}

var sourceKind = kind[resource.Source, fixtures.Source]{
	name: "sources", all: (*store.Tx).AllSources, find: byID((*store.Tx).Source),
	show:  func(_ *store.Tx, s resource.Source) fixtures.Source { return fixtures.SourceOf(s, nil) },
	put:   putSource,
	fresh: freshSource, id: func(s fixtures.Source) string { return numberID(s.ID) },
	users: usersOfSource, remove: func(tx *store.Tx, s resource.Source) { tx.DeleteSource(s.ID) },
}

func putSource(tx *store.Tx, id string, row fixtures.Source, _ *fixtures.Source) error {
	if err := sameID(id, row.ID); err != nil {
		return err
	}
	if row.Topics != nil {
		return fmt.Errorf("topics: are a table of their own: put each there")
	}
	w := withSources(tx, row.ID)
	at := len(w.Sources)
	w.Sources = append(w.Sources, row)
	w.Sources[at].Topics = fixtures.SourceOf(resource.Source{}, tx.Topics(row.ID)).Topics
	if err := w.CheckRow(fmt.Sprintf("sources[%d]", at)); err != nil {
		return err
	}
	tx.AddSource(w.SourceRows()[at])
	return nil
}

// topicRow is a topic with its source.
type topicRow struct {
	SourceID int64 `json:"source_id"`
	fixtures.Topic
}

var topicKind = kind[resource.Topic, topicRow]{
	name: "topics", all: (*store.Tx).AllTopics, find: byID((*store.Tx).Topic),
	created: func(o resource.Topic) time.Time { return o.CreatedAt },
	show:    func(_ *store.Tx, o resource.Topic) topicRow { return topicRow{o.SourceID, fixtures.TopicOf(o)} },
	put:     putTopic,
	fresh:   freshTopic, id: func(o topicRow) string { return numberID(o.ID) },
	remove: func(tx *store.Tx, o resource.Topic) { tx.DeleteTopic(o.ID) },
}

func putTopic(tx *store.Tx, id string, row topicRow, old *topicRow) error {
	if err := sameID(id, row.ID); err != nil {
		return err
	}
	source, ok := tx.Source(row.SourceID)
	if row.SourceID == 0 {
		return errors.New("source_id: is required: give the id of a source")
	}
	if !ok {
		return fmt.Errorf("source_id: there is no source %d", row.SourceID)
	}
	w := owners(tx)
	w.Sources = []fixtures.Source{fixtures.SourceOf(source, nil)}
	w.Sources[0].Topics = []fixtures.Topic{row.Topic}
	if !source.HasTopics() {
		return fmt.Errorf("source_id: the source is not of the type %s, which alone has topics", resource.HTTPRequests)
	}
	if err := w.CheckRow("sources[0].topics[0]"); err != nil {
		return err
	}
	topic := row.Row(row.SourceID)
	if old == nil {
		return inOrder(topic.CreatedAt, tx.AddTopic(topic).CreatedAt)
	}
	tx.PutTopic(topic)
	return firstError(unchanged("source_id", old.SourceID, row.SourceID),
		unchanged("created_at", old.CreatedAt.Time(), topic.CreatedAt))
}

// keeping is a text of a new row, its path, and the old text.
type keeping struct {
	path string
	text *string
	old  string
}

func keepAll(all []keeping) (err error) {
	for _, k := range all {
		if *k.text, err = secret.Kept(k.path, *k.text, k.old); err != nil {
			return err
		}
	}
	return nil
}

// owners is a world with the workspaces and users of a store, for checks of rows.
func owners(tx *store.Tx) *fixtures.World {
	w := &fixtures.World{Organization: fixtures.Organization{ID: 1}}
	for s := range tx.AllWorkspaces() {
		w.Workspaces = append(w.Workspaces, fixtures.Workspace{ID: s.ID, Name: s.Name, Token: fmt.Sprint("workspace ", s.ID)})
	}
	for u := range tx.AllUsers() {
		w.Users = append(w.Users, fixtures.User{ID: u.ID, Email: u.Email, Token: fmt.Sprint("user ", u.ID)})
	}
	return w
}

// withSources is owners with the sources except one.
func withSources(tx *store.Tx, without int64) *fixtures.World {
	w := owners(tx)
	for s := range tx.AllSources() {
		if s.ID != without {
			w.Sources = append(w.Sources, fixtures.SourceOf(s, nil))
		}
	}
	return w
}
