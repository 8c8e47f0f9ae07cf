package console

import (
	"strings"
	"testing"
)

func TestOnlyTheCommandsOfABlockAreCopied(t *testing.T) {
	html := copyable("<pre><code class=\"language-console\">$ understudy lint \\\n    scenarios\nnothing is wrong\n$ understudy new feature &quot;x&quot;\n</code></pre>" +
		"<pre><code class=\"language-sh\">understudy steps | less\n</code></pre>")
	if want := "data-text=\"understudy lint \\\n    scenarios\nunderstudy new feature &quot;x&quot;\""; !strings.Contains(html, want) {
		t.Errorf("%s\nwant %s", html, want)
	}
	if n := strings.Count(html, "data-text"); n != 1 {
		t.Errorf("%d blocks are copied in part", n)
	}
}
