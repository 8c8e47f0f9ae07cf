package report

import "strings"

// Remark is an observation that changes no verdict. In JSON it is one string, as String
// returns it.
type Remark struct {
	// Scenario is the address of the scenario that made it; empty for a remark of the run.
	Scenario string
	Text     string
}

func (m Remark) String() string {
	if m.Scenario == "" {
		return m.Text
	}
	return m.Scenario + ": " + m.Text
}

// MarshalText writes the JSON form.
func (m Remark) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads the JSON form: an address contains "#".
func (m *Remark) UnmarshalText(text []byte) error {
	*m = Remark{Text: string(text)}
	if address, rest, ok := strings.Cut(m.Text, ": "); ok && strings.Contains(address, "#") {
		*m = Remark{address, rest}
	}
	return nil
}
