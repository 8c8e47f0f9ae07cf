package gap

import (
	"fmt"
	"maps"
	"slices"

	"understudy/spec/yamlfile"
)

// Profile is what was observed of one deployment: a sight per gap and
// operation. As a file it is YAML.
type Profile struct {
	// Schema is the version of the file format, 1.
	Schema int `yaml:"schema"`
	// Of is the base URL of the deployment, Tool what observed it and At when,
	// as ISO 8601 in UTC.
	Of   string `yaml:"of"`
	Tool string `yaml:"tool"`
	At   string `yaml:"at"`
	// Gaps are the sights, by gap and operation.
	Gaps map[string]map[string]Sight `yaml:"gaps"`
}

// Sight is what was observed of a gap on an operation: a variant with its
// evidence, or why none was observed.
type Sight struct {
	Variant  string `yaml:"variant,omitempty"`
	Evidence string `yaml:"evidence,omitempty"`
	Unseen   string `yaml:"unseen,omitempty"`
}

// Other is the variant of a sight that matches no variant of the gap.
const Other = "other"

// profileHead is the comment at the top of a profile file.
const profileHead = `# How one deployment responds where the API document leaves it open, per gap and
# operation: see understudy gaps. serve --profile responds the same way, and
# verify --profile reports where a deployment has moved away from it.
`

// Marshal writes a profile file.
func (p Profile) Marshal() ([]byte, error) {
	text, err := yamlfile.Write(p)
	return append([]byte(profileHead), text...), err
}

// ParseProfile reads a profile file. An error begins with the line and column
// of the mistake, where they are known.
func ParseProfile(text []byte) (Profile, error) {
	var p Profile
	if err := yamlfile.Read(text, &p); err != nil {
		return p, err
	}
	switch {
	case p.Schema != 1:
		return p, within(text, yamlfile.About("schema", "is %d: this program reads profiles of schema 1, as understudy observe writes them", p.Schema))
	case len(p.Gaps) == 0:
		return p, within(text, yamlfile.About("gaps", "has no gap: write a profile with understudy observe"))
	}
	for _, id := range slices.Sorted(maps.Keys(p.Gaps)) {
		if _, ok := ByID(id); !ok {
			return p, within(text, &yamlfile.Fault{Key: "gaps." + id, Text: unknown(id).Error()})
		}
		for _, operation := range slices.Sorted(maps.Keys(p.Gaps[id])) {
			if err := p.Gaps[id][operation].check(id, operation); err != nil {
				return p, yamlfile.LocateValue(text, &yamlfile.Fault{Key: "gaps." + id + "." + operation, Text: err.Error()})
			}
		}
	}
	return p, nil
}

// within sets the line of a fault to that of its key, or to the first of the file.
func within(text []byte, f *yamlfile.Fault) *yamlfile.Fault {
	if f = yamlfile.Locate(text, f); f.Line == 0 {
		f.Line, f.Column = 1, 1
	}
	return f
}

// check reports why a sight is not valid for a gap on an operation.
func (s Sight) check(id, operation string) error {
	g, ok := ByID(id)
	switch {
	case ok && (s.Variant == "") == (s.Unseen == ""):
		return fmt.Errorf("%s on %s: write either variant or unseen", id, operation)
	case s.Unseen != "" || s.Variant == Other:
		if ok && g.On(operation) {
			return nil
		}
	}
	_, err := Choice{}.With(id, operation, s.Variant)
	return err
}

// Choice returns the choice with which a fake responds as the profiled
// deployment does. Left are the gaps that keep their defaults, as
// GAP@OPERATION, because no variant describes what was observed.
func (p Profile) Choice() (c Choice, left []string, err error) {
	for _, id := range slices.Sorted(maps.Keys(p.Gaps)) {
		for _, operation := range slices.Sorted(maps.Keys(p.Gaps[id])) {
			switch variant := p.Gaps[id][operation].Variant; variant {
			case "":
			case Other:
				left = append(left, id+"@"+operation)
			default:
				if c, err = c.With(id, operation, variant); err != nil {
					return c, nil, err
				}
			}
		}
	}
	return c, left, c.Check()
}

// Seen counts the gaps of which a variant was observed on some operation.
func (p Profile) Seen() (gaps int) {
	for _, sights := range p.Gaps {
		for _, s := range sights {
			if s.Variant != "" {
				gaps++
				break
			}
		}
	}
	return gaps
}
