package resource

import (
	"maps"
	"slices"
	"time"
)

// Destination is a configured connection to an external system. Its objects are
// separate rows.
type Destination struct {
	ID          int64
	WorkspaceID int64
	Name        string
	// Type is the service_name of a connector.
	Type        string
	Credentials map[string]Credential
	CreatedAt   time.Time
	// LastTest is zero before a first test.
	LastTest Test
}

// Credential is the text of one value that gives access to the external system.
// One that was secret when it was sent stays secret, whatever happens to the
// connector.
type Credential struct {
	Text   string
	Secret bool
}

// Test is one test of a destination.
type Test struct {
	At    time.Time
	Steps []TestStep
}

// TestStep is one step of a test. Error is empty where the step went well.
type TestStep struct {
	Step   string
	Status string
	Error  string
}

// The words for the outcome of a step. The document shows the first.
const (
	StepSucceeded = "success"
	StepWarned    = "warning"
	StepFailed    = "failed"
)

// Tested reports whether there was a first test.
func (d Destination) Tested() bool { return !d.LastTest.At.IsZero() }

// Succeeded reports whether no step of the test failed.
func (t Test) Succeeded() bool {
	return !slices.ContainsFunc(t.Steps, func(s TestStep) bool { return s.Status == StepFailed })
}

// Credential makes a credential of the destinations of this type. A key that
// the type does not know may be anything, and therefore counts as a secret.
func (c Connector) Credential(key, text string) Credential {
	f, ok := c.Field(key)
	return Credential{Text: text, Secret: !ok || f.Secret}
}

// WithType returns the destination as one of another type, without its secrets.
func (d Destination) WithType(service string) Destination {
	if service != d.Type {
		d.Type, d.Credentials = service, maps.Clone(d.Credentials)
		maps.DeleteFunc(d.Credentials, func(_ string, c Credential) bool { return c.Secret })
	}
	return d
}

// WithCredentials returns the destination with further credentials, and without
// those that are nil.
func (d Destination) WithCredentials(more map[string]*Credential) Destination {
	kept := map[string]Credential{}
	maps.Copy(kept, d.Credentials)
	for key, c := range more {
		if c == nil {
			delete(kept, key)
		} else {
			kept[key] = *c
		}
	}
	d.Credentials = kept
	return d
}

// Details returns the credentials that anyone may see: those that the type
// knows and that are not secret.
func (d Destination) Details(c Connector) map[string]string {
	details := map[string]string{}
	for _, f := range c.Fields {
		if v, ok := d.Credentials[f.ID]; ok && !v.Secret && !f.Secret {
			details[f.ID] = v.Text
		}
	}
	return details
}

// Test tests a destination of a type at an instant: it fails where a credential
// that the type requires is missing.
func (d Destination) Test(c Connector, at time.Time) Test {
	t := Test{At: at, Steps: []TestStep{{Step: "Reach " + c.Label, Status: StepSucceeded}}}
	for _, f := range c.Fields {
		if f.Required && d.Credentials[f.ID].Text == "" && f.Default == "" {
			t.Steps = append(t.Steps, TestStep{Step: "Check the credentials", Status: StepFailed, Error: f.Label + " is required"})
			return t
		}
	}
	t.Steps = append(t.Steps, TestStep{Step: "Check the credentials", Status: StepSucceeded}, TestStep{Step: "List the objects", Status: StepSucceeded})
	return t
}
