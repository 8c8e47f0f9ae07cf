package steps

import "fmt"

// Script is a scenario as it is written.
type Script struct {
	// Address is the feature's path, "#", and the name in kebab-case.
	Address string `json:"address"`
	Name    string `json:"name"`
	Feature string `json:"feature"`
	// File is the file with its folder; Line counts from 1.
	File string `json:"file"`
	Line int    `json:"line"`
	// Steps have their keywords.
	Steps []string `json:"steps"`
	// Promises, Gaps, Operations and Needs are the ids of its tags.
	Promises   []string `json:"promises"`
	Gaps       []string `json:"gaps"`
	Operations []string `json:"operations"`
	Needs      []string `json:"needs"`
	Writes     bool     `json:"writes"`
}

// Find answers the scenario at an address. The error of an unknown one names
// the nearest.
func Find(address string, o Options) (Script, error) {
	s, err := suiteOf(o)
	if err != nil {
		return Script{}, err
	}
	var all []string
	for _, sc := range s.scenarios {
		if sc.address == address {
			return sc.script(), nil
		}
		all = append(all, sc.address)
	}
	return Script{}, fmt.Errorf("no scenario has the address %q: %ssee understudy verify --list", address, didYouMean(nearest(address, all)))
}

func (sc *scenario) script() Script {
	listed := sc.blank()
	out := Script{Address: sc.address, Name: sc.name, Feature: sc.feature, File: sc.path, Line: sc.line,
		Promises: listed.Promises, Gaps: listed.Gaps, Operations: listed.Operations, Needs: append([]string{}, sc.needs...), Writes: sc.writes}
	for _, st := range sc.steps {
		out.Steps = append(out.Steps, st.keyword+" "+st.text)
	}
	return out
}
