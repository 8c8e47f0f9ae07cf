package gateway

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
)

// withDocumentedTypes is a request without the members of a connector that have another type than the
// document gives them. A label becomes a text; sent is the one that was none, nil without one.
func withDocumentedTypes(r *http.Request) (fits *http.Request, sent any) {
	fits, in := reread(r)
	form, _ := in["connector"].(document)
	if form == nil {
		return fits, nil
	}
	if _, is := form["configuration_definition"].(document); !is {
		delete(form, "configuration_definition")
	}
	if _, is := form["icon_url"].(string); !is {
		delete(form, "icon_url")
	}
	if label, given := form["label"]; given {
		if _, is := label.(string); !is {
			form["label"], sent = "of another type", label
		}
	}
	body, _ := json.Marshal(in)
	fits.Body = io.NopCloser(bytes.NewReader(body))
	return fits, sent
}

// takesAnything takes connectors with members of other types, and shows a label as it was sent.
func (s sent) takesAnything() Gateway {
	return s.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		fits, label := withDocumentedTypes(r)
		s.edits(func(doc document) {
			if data := dataOf(doc); data != nil && label != nil {
				data["label"] = label
			}
		})(next).ServeHTTP(w, fits)
	})
}

// takesAllButLabels does so too, and rejects a creation for its label only after it was done.
func takesAllButLabels(w http.ResponseWriter, r *http.Request, next http.Handler) {
	fits, label := withDocumentedTypes(r)
	rec := recorded(next, fits)
	body := rec.Body.Bytes()
	if label != nil && rec.Code/100 == 2 {
		rec.Code, body = http.StatusUnprocessableEntity, []byte(`{"status":"error"}`)
	}
	forward(w, rec, body)
}
