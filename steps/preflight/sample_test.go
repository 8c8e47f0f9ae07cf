package preflight

import "testing"

func TestANameIsThatOfAnotherDestination(t *testing.T) {
	const sample = "Northstar, customer care"
	for shown, another := range map[string]bool{
		sample:                          false,
		"NORTHSTAR CUSTOMER CARE":       false,
		"Northstar, cust":               false, // cut
		"[EU] Northstar, customer care": false,
		"Northstar, customer&#32;care":  false,
		"understudy 25feb40f 3":         false, // of a run that was killed
		"":                              false,
		"🚀":                             false,
		"Analytics lakehouse":           true,
		"Southstar, customer care":      true,
		"Northstar, marketing":          true,
	} {
		if got := isAnotherName(sample, shown); got != another {
			t.Errorf("%q: %t", shown, got)
		}
	}
	if isAnotherName("CRM &amp; x", "CRM &amp; x") {
		t.Error("a name with an entity is another one than itself")
	}
}
