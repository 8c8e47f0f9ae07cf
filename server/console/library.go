package console

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"net/http"
	"strings"
)

// libraryFile is a file of a library from npm that a page loads by its own address. The
// program contains it compressed.
type libraryFile struct {
	name, contentType string
	compressed        []byte
}

var (
	//go:embed swagger-ui/swagger-ui-5.35.0.min.js.gz
	swaggerUI []byte
	//go:embed swagger-ui/swagger-ui-5.35.0.min.css.gz
	swaggerUIStyle []byte

	libraryFiles = []libraryFile{
		{"swagger-ui-5.35.0.min.js", "text/javascript; charset=utf-8", swaggerUI},
		{"swagger-ui-5.35.0.min.css", "text/css; charset=utf-8", swaggerUIStyle},
	}
)

// path is where a file is served. Its name contains the version, so that a browser may
// cache it.
func (f libraryFile) path() string { return folder + f.name }

// send serves the file, compressed if the client accepts gzip.
func (f libraryFile) send(w http.ResponseWriter, r *http.Request) int {
	h := w.Header()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		return rejection(http.StatusMethodNotAllowed, "Open the console with GET.").send(w, r)
	}
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	h.Set("X-Content-Type-Options", "nosniff")
	asItIs := strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
	if asItIs {
		h.Set("Content-Encoding", "gzip")
	}
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return http.StatusOK
	}
	if asItIs {
		_, _ = w.Write(f.compressed) // the client may have gone
		return http.StatusOK
	}
	plain, err := gzip.NewReader(bytes.NewReader(f.compressed))
	if err != nil {
		panic(err) // the file is embedded
	}
	_, _ = io.Copy(w, plain)
	return http.StatusOK
}
