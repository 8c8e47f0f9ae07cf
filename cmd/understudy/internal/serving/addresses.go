package serving

import (
	"cmp"
	"fmt"
	"io"
	"net"
	"strings"

	"understudy/cmd/faketarget"
	"understudy/cmd/understudy/internal/shell"
	"understudy/server"
	"understudy/spec"
)

// addresses are the URLs at which a fake is reached: by its clients, from this
// machine, and its control API, which is empty where that is off and guarded
// where it takes a token.
type addresses struct {
	base, local, control string
	guarded              bool
}

func (o Options) addresses(a net.Addr, set server.Options) addresses {
	local := urlOf(a)
	at := addresses{base: cmp.Or(strings.TrimRight(o.PublicURL, "/"), local), local: local}
	if set.Control {
		at.control = faketarget.ControlURL(local)
	}
	if set.Control && set.ControlToken != "" {
		at.control, at.guarded = faketarget.ControlURL(at.base), true
	}
	return at
}

// loopback reports whether only this machine reaches an address.
func loopback(a net.Addr) bool {
	tcp, ok := a.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// urlOf is the URL at which this machine reaches a listener.
func urlOf(a net.Addr) string {
	host, port, _ := net.SplitHostPort(a.String())
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// banner prints what users need to know, in one write: a program that waits for it
// then has all of it. It is the only place that prints tokens.
func banner(w io.Writer, version string, g server.TestData, at addresses) {
	var b strings.Builder
	fmt.Fprintf(&b, "understudy %s, contract %s\n\n", version, spec.ContractVersion)
	console := at.control
	if console != "" {
		console += "/"
	}
	listed(&b, [][2]string{{"base URL", at.base}, {"console", console}, {"control API", at.control},
		{"workspace token", g.WorkspaceToken}, {"personal token", g.PersonalToken}})
	b.WriteByte('\n')
	listed(&b, startingPoints(g))
	fmt.Fprintf(&b, "\nTry it:\n\n  curl -H %s %s\n\n",
		shell.Quote("Authorization: Bearer "+g.PersonalToken), shell.Quote(at.local+"/api/v1/invitations?per_page=1"))
	fmt.Fprint(w, b.String())
}

// listed writes lines with a name and a text, where the text is not empty.
func listed(b *strings.Builder, lines [][2]string) {
	for _, line := range lines {
		if line[1] != "" {
			fmt.Fprintf(b, "  %-15s  %s\n", line[0], line[1])
		}
	}
}

// startingPoints lists ids of the world to start with.
func startingPoints(g server.TestData) [][2]string {
	id := func(text string, id int64) string {
		if id == 0 {
			return ""
		}
		return fmt.Sprintf(text, id)
	}
	mostObjects := g.ObjectsDestinationID
	if mostObjects == g.DestinationID {
		mostObjects = 0
	}
	segmentSource := g.SegmentSourceID
	if segmentSource == g.SourceID {
		segmentSource = 0
	}
	return [][2]string{
		{"destination", id("%d", g.DestinationID) + id("; the one with the most objects: %d", mostObjects)},
		{"source", id("%d", g.SourceID) + id(", with the dataset %d", g.DatasetID) + id("; the one with the most topics: %d", g.TopicsSourceID)},
		{"segment", id("%d", g.SegmentID) + id(" of the source %d", segmentSource)},
		{"connector", g.ConnectorServiceName},
	}
}
