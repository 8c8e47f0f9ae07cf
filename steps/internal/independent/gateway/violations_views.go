package gateway

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
)

// firstObject changes the first object in the response to an update.
func firstObject(change func(o document)) func() Gateway {
	return func() Gateway {
		return toDestination.edits(func(doc document) {
			if objects, _ := dataOf(doc)["objects"].([]any); len(objects) > 0 {
				change(objects[0].(document))
			}
		})
	}
}

// viewFaults show the same thing differently in two operations.
var viewFaults = []Switch{
	{ID: "update-object-relabelled", Breaks: "objects-shown-alike", Says: "an update shows an object with another label than the list",
		Before: firstObject(func(o document) { o["label"] = strings.ToLower(o["label"].(string)) })},
	{ID: "update-object-custom-flipped", Breaks: "objects-shown-alike",
		Says:   "an update shows allow_custom_fields otherwise than the list",
		Before: firstObject(func(o document) { o["allow_custom_fields"] = o["allow_custom_fields"] == false })},
	{ID: "update-object-without-fields", Breaks: "objects-shown-alike", Says: "an update shows an object without its fields",
		Before: firstObject(func(o document) { o["fields"] = []any{} })},
	{ID: "update-object-of-another-name", Breaks: "objects-shown-alike", Says: "an update shows an object that the list does not",
		Before: firstObject(func(o document) { o["full_name"] = "elsewhere" })},
	{ID: "update-object-field-type", Breaks: "objects-shown-alike", Says: "an update shows a field of another type than the list",
		Before: firstObject(func(o document) { o["fields"].([]any)[0].(document)["type"] = "Zahl" })},
	{ID: "update-object-identifiers", Breaks: "objects-shown-alike", Says: "an update shows other identifiers than the list",
		Before: firstObject(func(o document) {
			upsert := o["primary_identifier_mapping_attributes"].(document)["upsert"].(document)
			upsert["required"] = upsert["required"] == false
		})},
	{ID: "link-status-without-redirect", Breaks: "created-link-status",
		Says: "a link without a redirect_uri is created with the status success", Before: func() Gateway {
			return toLinks.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
				r, in := reread(r)
				rec := recorded(next, r)
				body := rec.Body.Bytes()
				if _, given := in["redirect_uri"]; !given && rec.Code == http.StatusCreated {
					doc := documentIn(body)
					doc["status"] = "success"
					body, _ = json.Marshal(doc)
				}
				forward(w, rec, body)
			})
		}},
	{ID: "update-without-objects", Breaks: "objects-shown-alike", Says: "an update shows no objects, though there are some",
		Before: func() Gateway {
			return toDestination.edits(func(doc document) {
				if data := dataOf(doc); data != nil {
					data["objects"] = []any{}
				}
			})
		}},
	{ID: "update-shows-the-last-object-twice", Breaks: "objects-shown-alike",
		Says: "an update of a destination shows the last of its objects twice", Before: func() Gateway {
			return toDestination.edits(func(doc document) {
				if objects, _ := dataOf(doc)["objects"].([]any); len(objects) > 0 {
					dataOf(doc)["objects"] = append(objects, objects[len(objects)-1])
				}
			})
		}},
	{ID: "update-shows-some-objects", Breaks: "objects-shown-alike",
		Says: "an update of a destination shows the first three of its objects", Before: func() Gateway {
			return toDestination.edits(func(doc document) {
				if objects, _ := dataOf(doc)["objects"].([]any); len(objects) > 3 {
					dataOf(doc)["objects"] = objects[:3]
				}
			})
		}},
	{ID: "update-without-objects-at-times", Breaks: "objects-shown-alike",
		Says: "every third update shows no objects, though there are some", Before: func() Gateway {
			var updates atomic.Int64
			return toDestination.edits(func(doc document) {
				if data := dataOf(doc); data != nil && updates.Add(1)%3 == 0 {
					data["objects"] = []any{}
				}
			})
		}},
	{ID: "source-other-molecules", Breaks: "segment-source-properties",
		Says: "the source URL shows a molecule twice that the retrieval shows once", Before: onComplete(func(data document) {
			data["molecules"] = append(data["molecules"].([]any), data["molecules"].([]any)...)
		})},
	{ID: "source-other-created-at", Breaks: "segment-source-properties",
		Says:   "the source URL shows another created_at than the retrieval",
		Before: onComplete(func(data document) { data["created_at"] = "2020-02-29T12:00:00Z" })},
	{ID: "source-other-operator", Breaks: "segment-source-properties", Says: "the source URL shows another operator than the retrieval",
		Before: onComplete(func(data document) {
			if m, ok := data["molecules"].([]any)[0].(document); ok {
				m["operator"] = "is"
			}
		})},
}

// onComplete changes what a complete source URL shows of the segment.
func onComplete(change func(data document)) func() Gateway {
	return func() Gateway {
		return toJob.edits(func(doc document) {
			if data := dataOf(doc); data["molecules"] != nil {
				change(data)
			}
		})
	}
}
