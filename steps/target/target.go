// Package target is the target file: where a deployment is, which tokens it
// accepts, and which of its resources a run may use.
//
// A Target is the only source of test data: neither the harness nor a feature
// knows an id, a count or a name of any deployment, our own fake included.
// Values that the document does not show, such as the content of a molecule,
// come from the target's samples.
//
// The harness, packages that write target files, and the command import it.
// Start reading at Target, then Load.
package target

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"understudy/spec/yamlfile"
)

// Target is a target file. Only base_url and the tokens workspace and personal
// are required; other absent keys reduce what is checked.
type Target struct {
	// BaseURL is what the document calls {base_url}; it may carry a path.
	BaseURL string `yaml:"base_url" json:"base_url"`
	Tokens  Tokens `yaml:"tokens" json:"tokens"`
	// Headers are sent with every request to base_url's origin; their values
	// are secrets.
	Headers map[string]string `yaml:"headers,omitempty" json:"headers,omitempty"`
	TLS     TLS               `yaml:"tls,omitempty" json:"tls,omitzero"`
	// ControlURL is the control API of our own fake.
	ControlURL string    `yaml:"control_url,omitempty" json:"control_url,omitempty"`
	Resources  Resources `yaml:"resources,omitempty" json:"resources,omitzero"`
	// OldResources is Resources under the key's old name: Parse moves its content.
	OldResources *Resources `yaml:"ground,omitempty" json:"-" jsonschema:"-"`
	// OldKeys says that the file has the old key.
	OldKeys bool    `yaml:"-" json:"-"`
	Samples Samples `yaml:"samples,omitempty" json:"samples,omitzero"`
	Limits  Limits  `yaml:"limits,omitempty" json:"limits,omitzero"`
	// OpenLinks permits opening the uri of a segment management link.
	OpenLinks bool `yaml:"open_links,omitempty" json:"open_links,omitempty"`
	// AllowWrites permits operations that change the deployment; true unless
	// the file says false.
	AllowWrites *bool `yaml:"allow_writes,omitempty" json:"allow_writes,omitempty"`
	// AllowPublish permits publishing connectors that the run itself created.
	AllowPublish bool `yaml:"allow_publish,omitempty" json:"allow_publish,omitempty"`
}

// TLS says how the deployment's certificate is verified and which client
// certificate is sent; the values are paths of PEM files, relative to the
// target file.
type TLS struct {
	CAFile             string `yaml:"ca_file,omitempty" json:"ca_file,omitempty"`
	ClientCert         string `yaml:"client_cert,omitempty" json:"client_cert,omitempty"`
	ClientKey          string `yaml:"client_key,omitempty" json:"client_key,omitempty"`
	InsecureSkipVerify bool   `yaml:"insecure_skip_verify,omitempty" json:"insecure_skip_verify,omitempty"`
}

// Resources names the resources of the deployment that scenarios may use.
// Zero values are absent.
type Resources struct {
	// DestinationID may be renamed; its name is restored.
	DestinationID int64 `yaml:"destination_id,omitempty" json:"destination_id,omitempty"`
	// ObjectsDestinationID has many objects, EmptyDestinationID none.
	ObjectsDestinationID int64 `yaml:"objects_destination_id,omitempty" json:"objects_destination_id,omitempty"`
	EmptyDestinationID   int64 `yaml:"empty_destination_id,omitempty" json:"empty_destination_id,omitempty"`
	// SourceID is where segments are created; DatasetID is a dataset of it.
	SourceID  int64 `yaml:"source_id,omitempty" json:"source_id,omitempty"`
	DatasetID int64 `yaml:"dataset_id,omitempty" json:"dataset_id,omitempty"`
	// TopicsSourceID has topics, EmptyTopicsSourceID none.
	TopicsSourceID      int64 `yaml:"topics_source_id,omitempty" json:"topics_source_id,omitempty"`
	EmptyTopicsSourceID int64 `yaml:"empty_topics_source_id,omitempty" json:"empty_topics_source_id,omitempty"`
	// ConnectorServiceName may be updated, if creating a connector is rejected.
	ConnectorServiceName string `yaml:"connector_service_name,omitempty" json:"connector_service_name,omitempty"`
	// PublishableConnectorServiceName permits publishing this one, permanently,
	// whatever allow_publish says.
	PublishableConnectorServiceName string `yaml:"publishable_connector_service_name,omitempty" json:"publishable_connector_service_name,omitempty"`
}

// Samples are bodies that the deployment accepts where the document does not
// show them. Nil is absent.
type Samples struct {
	ServiceConnection map[string]any `yaml:"service_connection,omitempty" json:"service_connection,omitempty"`
	AtomicMolecule    map[string]any `yaml:"atomic_molecule,omitempty" json:"atomic_molecule,omitempty"`
	OperationMolecule any            `yaml:"operation_molecule,omitempty" json:"operation_molecule,omitempty"`
	Connector         map[string]any `yaml:"connector,omitempty" json:"connector,omitempty"`
	RedirectURI       string         `yaml:"redirect_uri,omitempty" json:"redirect_uri,omitempty"`
}

// Limits are the limits on the time and the rate of the run.
type Limits struct {
	// AsyncTimeout is the time within which a created segment must be complete; 30s.
	AsyncTimeout Duration `yaml:"async_timeout,omitempty" json:"async_timeout,omitempty"`
	// RequestTimeout limits the wait for one response; 10s.
	RequestTimeout Duration `yaml:"request_timeout,omitempty" json:"request_timeout,omitempty"`
	// RequestsPerSecond is the rate of the whole run; 0 is no limit.
	RequestsPerSecond float64 `yaml:"requests_per_second,omitempty" json:"requests_per_second,omitempty"`
	// Concurrency is the number of scenarios at a time; 4.
	Concurrency int `yaml:"concurrency,omitempty" json:"concurrency,omitempty"`
	// LinkWait is how long to wait for a segment management link to expire; 0s.
	LinkWait Duration `yaml:"link_wait,omitempty" json:"link_wait,omitempty"`
	// Settle is how long a write may take to show where it is read back, and a
	// new resource to be found; 3s.
	Settle Duration `yaml:"settle,omitempty" json:"settle,omitempty"`
}

// Writes reports whether the target permits operations that change it.
func (t Target) Writes() bool { return t.AllowWrites == nil || *t.AllowWrites }

// Load reads a target file, expands ${NAME} from the environment and checks it.
// Paths in it are relative to the file.
func Load(path string) (Target, error) {
	b, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Target{}, fmt.Errorf("%w: understudy init target %s writes one to fill in", err, path)
	case err != nil:
		return Target{}, fmt.Errorf("%w: name a target file that can be read", err)
	}
	t, err := Parse(b, os.LookupEnv)
	if err != nil {
		return Target{}, yamlfile.In("target file "+path, err)
	}
	for _, p := range []*string{&t.TLS.CAFile, &t.TLS.ClientCert, &t.TLS.ClientKey} {
		if *p != "" && !filepath.IsAbs(*p) {
			*p = filepath.Join(filepath.Dir(path), *p)
		}
	}
	return t, nil
}

// Parse reads the text of a target file. Unknown keys are errors; ${NAME} is
// replaced in every value by the result of lookup for NAME. An error starts with
// line and column if it has a place.
func Parse(text []byte, lookup func(string) (string, bool)) (Target, error) {
	var t Target
	env := environment{lookup: lookup, names: map[string]string{}, empty: map[string]bool{}}
	if err := yamlfile.ReadReplaced(text, &t, env.expand); err != nil {
		if isAnotherFile(text) {
			err = errors.New("this is no target file, which has base_url and tokens: understudy init target writes one")
		}
		return Target{}, cmp.Or(env.missing(), env.named(err))
	}
	if t.OldResources != nil {
		if t.Resources != (Resources{}) {
			return Target{}, yamlfile.Locate(text,
				yamlfile.About("ground", "is the old name of resources, which is there as well: move its keys to resources"))
		}
		t.Resources, t.OldResources, t.OldKeys = *t.OldResources, nil, true
	}
	wrong := env.unclosed
	if len(wrong) == 0 {
		if err := env.missing(); err != nil {
			return Target{}, err
		}
		given := t.Limits
		t = t.WithDefaults()
		wrong = slices.Concat(t.check(), given.zeros(text), env.emptyValues())
	}
	if len(wrong) == 0 {
		return t, nil
	}
	for _, f := range wrong {
		if t.OldKeys {
			f.Key = strings.Replace(f.Key, "resources.", "ground.", 1)
		}
		yamlfile.Locate(text, f)
	}
	return t, env.named(wrong)
}

// WithDefaults fills in the limits that were left out.
func (t Target) WithDefaults() Target {
	t.BaseURL = strings.TrimSuffix(t.BaseURL, "/")
	t.Limits.AsyncTimeout = cmp.Or(t.Limits.AsyncTimeout, Duration(30*time.Second))
	t.Limits.RequestTimeout = cmp.Or(t.Limits.RequestTimeout, Duration(10*time.Second))
	t.Limits.Settle = cmp.Or(t.Limits.Settle, Duration(3*time.Second))
	t.Limits.Concurrency = cmp.Or(t.Limits.Concurrency, 4)
	return t
}

// Marshal writes the text of a target file.
func Marshal(t Target) ([]byte, error) { return yamlfile.Write(t) }
