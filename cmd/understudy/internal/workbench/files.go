package workbench

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"io"
	"net/http"
	"strings"
	"sync"
)

// file is a file that the page loads by its own address. Its name has the digest of its
// content, so that a browser may keep it.
type file struct {
	name, contentType string
	content           []byte
	// compressed says that the content is compressed by gzip.
	compressed bool
}

var (
	//go:embed workbench.css
	style []byte
	//go:embed workbench.js
	script []byte
	//go:embed editor/codemirror-6.min.js.gz
	editor []byte
)

// files are all files that pages load.
var files = sync.OnceValue(func() []file {
	const js = "text/javascript; charset=utf-8"
	library := named("editor", "mjs", js, editor)
	library.compressed = true
	return []file{named("workbench", "css", "text/css; charset=utf-8", style), named("workbench", "js", js, script), library}
})

func named(name, ending, contentType string, content []byte) file {
	sum := sha256.Sum256(content)
	return file{name: name + "-" + hex.EncodeToString(sum[:6]) + "." + ending, contentType: contentType, content: content}
}

// send serves the file.
func (f file) send(out http.ResponseWriter, r *http.Request) int {
	h := out.Header()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		return fail(out, http.StatusMethodNotAllowed, "Load the file with GET.")
	}
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	h.Set("X-Content-Type-Options", "nosniff")
	if f.compressed && !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		plain, err := gzip.NewReader(bytes.NewReader(f.content))
		if err != nil {
			panic(err) // the file is embedded
		}
		_, _ = io.Copy(out, plain) // the client may have gone
		return http.StatusOK
	}
	if f.compressed {
		h.Set("Content-Encoding", "gzip")
	}
	_, _ = out.Write(f.content) // the client may have gone
	return http.StatusOK
}
