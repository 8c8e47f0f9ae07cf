package mutant

import (
	"fmt"
	"maps"
	"net/url"
	"slices"

	"understudy/server/mutant/edit"
)

func connectorMembers() []Mutant {
	return []Mutant{
		spoilt(connecting, "connector-service-name-null", "connector-service-name", "/data/service_name", becomes(nil)),
		spoilt(reconnecting, "connector-service-name-missing", "connector-service-name", "/data/service_name", missing),
		spoilt(connecting, "connector-slug-missing", "connector-documentation-slug", "/data/documentation_slug", missing),
		spoilt(reconnecting, "connector-label-missing", "connector-label", "/data/label", missing),
		spoilt(publishing, "connector-label-numbered", "connector-label", "/data/label", becomes(7)),
		spoilt(connecting, "connector-auth-method-null", "connector-auth-method", "/data/auth_method", becomes(nil)),
		spoilt(reconnecting, "connector-via-api-in-words", "connector-creatable-via-api", "/data/creatable_via_api", becomes("yes")),
		spoilt(publishing, "connector-via-link-missing", "connector-creatable-via-connect-link", "/data/creatable_via_connect_link", missing),
		spoilt(connecting, "connector-source-via-link-missing", "connector-source-creatable-via-connect-link", "/data/source_creatable_via_connect_link", missing),
		{ID: "connector-fields-a-list", Breaks: "connector-configuration-fields", Says: "configuration_fields is the list of fields itself",
			Change: edit.OnBody(connecting, func(body object, _ url.Values) {
				data := body["data"].(object)
				data["configuration_fields"] = data["configuration_fields"].(object)["fields"]
			})},
		spoilt(publishing, "published-connector-without-fields", "connector-configuration-fields", "/data/configuration_fields/fields", becomes([]any{})),
		spoilt(reconnecting, "updated-connector-without-fields", "connector-configuration-fields", "/data/configuration_fields/fields", becomes([]any{})),
		spoilt(publishing, "connector-fields-missing", "connector-configuration-fields", "/data/configuration_fields/fields", missing),
		spoilt(reconnecting, "connector-types-names", "connector-user-selectable-field-types", "/data/user_selectable_field_types/*", becomes("string")),
		spoilt(connecting, "connector-type-without-array", "connector-user-selectable-field-types", "/data/user_selectable_field_types/*/array", missing),
		{ID: "updated-connector-fields-twice", Breaks: "connector-configuration-fields", Says: "an update shows each configuration field twice",
			Change: edit.OnBody(reconnecting, func(body object, _ url.Values) {
				shown := body["data"].(object)["configuration_fields"].(object)
				fields := shown["fields"].([]any)
				shown["fields"] = append(fields, fields...)
			})},
		{ID: "updated-field-type-at-times", Breaks: "configuration-field-type", Says: "every second update of a connector with the same members shows another type of each configuration field",
			Change: eachSecondAlike(func(body object) {
				visit(body, []string{"data", "configuration_fields", "fields", "*", "type"}, false, func(any) any { return "secret-text" })
			})},
		{ID: "updated-connector-lacks-a-field-at-times", Breaks: "connector-configuration-fields", Says: "every second update of a connector with the same members lacks the last configuration field",
			Change: eachSecondAlike(func(body object) {
				shown := body["data"].(object)["configuration_fields"].(object)
				if fields := shown["fields"].([]any); len(fields) > 1 {
					shown["fields"] = fields[:len(fields)-1]
				}
			})},
		{ID: "updated-connector-slug-at-times", Breaks: "connector-documentation-slug", Says: "every second update of a connector with the same members shows another documentation_slug",
			Change: eachSecondAlike(func(body object) { body["data"].(object)["documentation_slug"] = "docs" })},
		{ID: "updated-connector-creatable-at-times", Breaks: "connector-creatable-via-api", Says: "every second update of a connector with the same members turns creatable_via_api round",
			Change: eachSecondAlike(func(body object) {
				data := body["data"].(object)
				data["creatable_via_api"] = data["creatable_via_api"] != true
			})},
		{ID: "published-field-labelled-by-its-id", Breaks: "configuration-field-label", Says: "a publishing shows the id of each configuration field as its label",
			Change: eachField(publishing, func(f object) { f["label"] = f["id"] })},
		{ID: "published-field-no-password", Breaks: "configuration-field-is-password-type-field", Says: "a publishing shows no configuration field as one for a password",
			Change: eachField(publishing, func(f object) { f["is_password_type_field"] = false })},

		spoilt(connecting, "configuration-id-missing", "configuration-field-id", configuration+"id", missing),
		spoilt(connecting, "configuration-rules-a-list", "configuration-field-rules", configuration+"rules", becomes([]any{"required"})),
		spoilt(reconnecting, "configuration-label-null", "configuration-field-label", configuration+"label", becomes(nil)),
		spoilt(publishing, "configuration-type-missing", "configuration-field-type", configuration+"type", missing),
		{ID: "configuration-placeholder", Breaks: "configuration-field-placholder", Says: "the last configuration field spells placholder as placeholder",
			Change: edit.OnBody(connecting, func(body object, _ url.Values) {
				visit(body, []string{"data", "configuration_fields", "fields", "*"}, true, func(old any) any {
					field := old.(object)
					field["placeholder"] = field["placholder"]
					delete(field, "placholder")
					return field
				})
			})},
		spoilt(reconnecting, "configuration-placholder-numbered", "configuration-field-placholder", configuration+"placholder", becomes(1000)),
		spoilt(connecting, "configuration-matches-a-list", "configuration-field-matches", configuration+"matches", becomes([]any{"^[a-z]+$"})),
		spoilt(reconnecting, "configuration-matches-unclosed", "configuration-field-matches", configuration+"matches", becomes("^[a-z")),
		spoilt(connecting, "configuration-password-missing", "configuration-field-is-password-type-field", configuration+"is_password_type_field", missing),
		spoilt(reconnecting, "configuration-values-in-words", "configuration-field-possible-values", configuration+"possible_values", becomes("eu, us")),
		spoilt(connecting, "configuration-value-numbered", "configuration-field-possible-values", configuration+"possible_values", becomes([]any{"eu", 2})),
		spoilt(connecting, "configuration-read-more-no-url", "configuration-field-read-more", configuration+"read_more", becomes("see the manual")),
		spoilt(publishing, "configuration-hint-missing", "configuration-field-hint", configuration+"hint", missing),
		spoilt(connecting, "configuration-show-null", "configuration-field-show", configuration+"show", becomes(nil)),
		spoilt(connecting, "configuration-conditions-without-if", "configuration-field-conditionally-required", configuration+"conditionally_required", becomes(object{"unless": object{}})),
		spoilt(reconnecting, "configuration-condition-without-eq", "configuration-field-conditionally-required", configuration+"conditionally_required", becomes(object{"if": object{"region": object{"ne": "eu"}}})),
		spoilt(connecting, "configuration-input-type-in-words", "configuration-field-input-type", configuration+"input_type", becomes("textbox")),
		spoilt(publishing, "configuration-input-type-empty", "configuration-field-input-type", configuration+"input_type/type", missing),
	}
}

// eachField changes each configuration field that a response shows.
func eachField(operation string, change func(field object)) wrapper {
	return edit.OnBody(operation, func(body object, _ url.Values) {
		visit(body, []string{"data", "configuration_fields", "fields", "*"}, false, func(old any) any {
			change(old.(object))
			return old
		})
	})
}

// eachSecondAlike changes the response to every second update of a connector, of those that send the same
// members.
func eachSecondAlike(change func(body object)) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		updates := map[string]int{}
		return func(_ string, x *exchange) {
			if !x.done() {
				return
			}
			at := fmt.Sprint(x.r.URL.Path, slices.Sorted(maps.Keys(x.input("connector"))))
			if updates[at]++; updates[at]%2 == 0 {
				change(x.body)
			}
		}
	}, reconnecting)
}
