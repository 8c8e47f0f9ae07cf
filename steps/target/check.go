package target

import (
	"net/url"

	"understudy/spec/yamlfile"
)

// check finds the first value that cannot be; nil where there is none.
func (t Target) check() *yamlfile.Fault {
	for _, find := range []func() *yamlfile.Fault{t.checkURLs, t.Tokens.check, t.Resources.check, t.Limits.check, t.TLS.check} {
		if wrong := find(); wrong != nil {
			return wrong
		}
	}
	return nil
}

func (t Target) checkURLs() *yamlfile.Fault {
	if t.BaseURL == "" {
		return yamlfile.About("base_url", "is missing: give the URL below which /api/v1 lies")
	}
	if wrong := checkURL("base_url", t.BaseURL); wrong != nil || t.ControlURL == "" {
		return wrong
	}
	return checkURL("control_url", t.ControlURL)
}

func checkURL(key, text string) *yamlfile.Fault {
	u, err := url.Parse(text)
	switch {
	case err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "":
		return yamlfile.About(key, "is not an absolute http or https URL: write one like http://127.0.0.1:8080")
	case u.RawQuery != "" || u.Fragment != "" || u.User != nil:
		return yamlfile.About(key, "may have a path, but no user, query or fragment: leave these out")
	}
	return nil
}

func (t Tokens) check() *yamlfile.Fault {
	for _, token := range []struct{ key, value, missing string }{
		{"tokens.workspace", t.Workspace, "is missing: give an access token of the workspace"},
		{"tokens.personal", t.Personal, "is missing: give a personal access token"},
		{"tokens.other_workspace", t.OtherWorkspace, ""},
		{"tokens.revoked", t.Revoked, ""},
	} {
		if token.value == "" && token.missing != "" {
			return yamlfile.About(token.key, "%s", token.missing)
		}
	}
	return nil
}

func (g Resources) check() *yamlfile.Fault {
	for _, id := range []struct {
		key   string
		value int64
	}{
		{"destination_id", g.DestinationID}, {"objects_destination_id", g.ObjectsDestinationID},
		{"empty_destination_id", g.EmptyDestinationID}, {"source_id", g.SourceID}, {"dataset_id", g.DatasetID},
		{"topics_source_id", g.TopicsSourceID}, {"empty_topics_source_id", g.EmptyTopicsSourceID},
	} {
		if id.value < 0 {
			return yamlfile.About("resources."+id.key, "is negative: write the id of a resource, 1 or more, or leave the key out")
		}
	}
	switch {
	case g.EmptyDestinationID != 0 && g.EmptyDestinationID == g.ObjectsDestinationID:
		return yamlfile.About("resources.empty_destination_id", "is objects_destination_id as well: give a destination without objects, or leave the key out")
	case g.EmptyTopicsSourceID != 0 && g.EmptyTopicsSourceID == g.TopicsSourceID:
		return yamlfile.About("resources.empty_topics_source_id", "is topics_source_id as well: give a source without topics, or leave the key out")
	}
	return nil
}

func (l Limits) check() *yamlfile.Fault {
	switch {
	case l.Concurrency < 1:
		return yamlfile.About("limits.concurrency", "is below 1: write how many scenarios run at a time, or leave it out")
	case l.RequestsPerSecond < 0:
		return yamlfile.About("limits.requests_per_second", "is negative: 0 means no limit")
	}
	return nil
}

func (t TLS) check() *yamlfile.Fault {
	if (t.ClientCert == "") != (t.ClientKey == "") {
		return &yamlfile.Fault{Key: "tls", Text: "tls.client_cert and tls.client_key go together: give both or neither"}
	}
	return nil
}
