package independent

import "testing"

// TestSavedViolations checks what violations say that do not save an update.
func TestSavedViolations(t *testing.T) {
	old := sampleConnector()["label"]
	label := map[string]any{"label": "L"}
	icon := map[string]any{"icon_url": "https://a.invalid/b"}
	// relabelled is the label in the response to an update, and later.
	relabelled := func(c client, form map[string]any) (shown, saved any) {
		return c.changeConnector("a", form).get("data.label"), c.changeConnector("a", icon).get("data.label")
	}
	renamed := func(c client, name string) (shown, saved any) {
		return c.rename(mainDestination, name).get("data.name"), c.destination(mainDestination).get("data.name")
	}
	isSavedWithMore := func(c client) bool {
		_, saved := relabelled(c, map[string]any{"label": "M", "icon_url": ""})
		return saved == "M"
	}
	doWhatTheySay(t, map[string]func(c client) bool{
		"connector-label-alone-not-kept": func(c client) bool {
			c.makeConnector("a")
			shown, saved := relabelled(c, label)
			return shown == "L" && saved == old && isSavedWithMore(c)
		},
		"connector-label-alone-ignored": func(c client) bool {
			c.makeConnector("a")
			shown, saved := relabelled(c, label)
			return shown == old && saved == old && isSavedWithMore(c)
		},
		"connector-label-not-given-again": func(c client) bool {
			c.makeConnector("a")
			relabelled(c, label)
			_, between := relabelled(c, map[string]any{"label": "K"})
			shown, saved := relabelled(c, label)
			return between == "K" && shown == "L" && saved == "K"
		},
		"connector-label-after-publishing-not-kept": func(c client) bool {
			c.makeConnector("a")
			_, before := relabelled(c, map[string]any{"label": "K"})
			c.publish("a")
			shown, saved := relabelled(c, label)
			return before == "K" && shown == "L" && saved == "K"
		},
		"destination-case-of-name-not-kept": func(c client) bool {
			_, first := renamed(c, "ωa")
			shown, saved := renamed(c, "ΩA")
			return first == "ωa" && shown == "ΩA" && saved == "ωa"
		},
	})
}
