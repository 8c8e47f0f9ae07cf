package workbench

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"net/http"
	"sync"
)

// file is a file that the page loads by its own address. Its name has the digest of its
// content, so that a browser may keep it.
type file struct {
	name, contentType string
	content           []byte
}

var (
	//go:embed workbench.css
	style []byte
	//go:embed workbench.js
	script []byte
)

// files are all files that pages load.
var files = sync.OnceValue(func() []file {
	return []file{named("workbench", "css", "text/css; charset=utf-8", style), named("workbench", "js", "text/javascript; charset=utf-8", script)}
})

func named(name, ending, contentType string, content []byte) file {
	sum := sha256.Sum256(content)
	return file{name + "-" + hex.EncodeToString(sum[:6]) + "." + ending, contentType, content}
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
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = out.Write(f.content) // the client may have gone
	return http.StatusOK
}
