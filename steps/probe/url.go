package probe

import (
	"cmp"
	"net/url"
	"strings"
)

// URLs are the classes of URLs that are echoed: the plain text is one.
var URLs = []Class{
	{ID: "query and percent-encodings",
		carry: query("Step=2&from=the%20Editor&a=b+c&state=AbC&utm_source=Mail&n=null&t=true&e=%c3%a9%2F%2f%C3%A9&u=%41%7e%25&sum=p=q=")},
	{ID: "empty and repeated parameters, and a fragment", carry: fragment("b=2&a=&c&a=1&a=2", "/Edit?x=%20y/")},
	{ID: "quotes and markup", carry: query("a='b'&amp;c=(d);e,f!*&l[]=1&l[k]=2&token=t1&code=c1")},
	{ID: "dots, doubled slashes and a final one", carry: path("/a/../b/./c%20d//Back//again/")},
	{ID: "port and host in capitals", carry: host("/port", func(h string) string { return "www." + strings.ToUpper(h) + ":8443" })},
	{ID: "default port, empty query and fragment", carry: func(plain string) string {
		return emptyEnds(host("/default", func(h string) string { return h + ":443" })(plain))
	}},
	{ID: "no path", carry: origin},
	{ID: "user", carry: user},
	{ID: "plain http to a numeric host", carry: func(plain string) string {
		return strings.Replace(host("/plain", func(string) string { return "127.0.0.1" })(plain), "https://", "http://", 1)
	}},
	{ID: "letters beyond ASCII", carry: path("/é/漢字")},
	{ID: "signs that a URL escapes", carry: query(`a=C:\dir&b=two  blanks&c=😀`)},
	{ID: "host beyond ASCII, with a final dot", carry: host("/letters", func(h string) string { return "bücher." + h + "." })},
	{ID: "long query", carry: query("long=" + strings.Repeat(letters, 15))},
}

// split separates a URL into the part before its query, the query and the
// fragment, each with its sign.
func split(u string) (before, query, fragment string) {
	if i := strings.IndexByte(u, '#'); i >= 0 {
		u, fragment = u[:i], u[i:]
	}
	if i := strings.IndexByte(u, '?'); i >= 0 {
		u, query = u[:i], u[i:]
	}
	return u, query, fragment
}

// origin returns the scheme and host of a URL, without a path.
func origin(plain string) string {
	before, _, _ := split(plain)
	scheme, rest, _ := strings.Cut(before, "//")
	name, _, _ := strings.Cut(rest, "/")
	return scheme + "//" + name
}

// emptyEnds adds a query and a fragment without content, where a URL has none. It also
// changes the path: see fragment.
func emptyEnds(plain string) string {
	before, query, fragment := split(path("/empty")(plain))
	return before + cmp.Or(query, "?") + cmp.Or(fragment, "#")
}

// user adds a user without a password to a URL that has none. It also changes the
// path: see fragment.
func user(plain string) string {
	u, err := url.Parse(plain)
	if err != nil || u.Host == "" || u.User != nil {
		return plain
	}
	return path("/user")(strings.Replace(plain, "//"+u.Host, "//someone@"+u.Host, 1))
}

func query(more string) func(string) string {
	return func(plain string) string { return WithQuery(plain, more) }
}

// WithQuery adds parameters to the query of a URL, before its fragment.
func WithQuery(plain, more string) string {
	before, query, fragment := split(plain)
	if query == "" {
		return before + "?" + more + fragment
	}
	return before + query + "&" + more + fragment
}

// fragment also changes the query: without the fragment the URL is still a
// different one.
func fragment(more, text string) func(string) string {
	return func(plain string) string {
		before, query, _ := split(query(more)(plain))
		return before + query + "#" + text
	}
}

func path(more string) func(string) string {
	return func(plain string) string {
		before, query, fragment := split(plain)
		return strings.TrimSuffix(before, "/") + more + query + fragment
	}
}

// host changes the host of a URL; a URL that has a port or cannot be parsed
// stays as it is. It also changes the path: see fragment.
func host(more string, change func(string) string) func(string) string {
	return func(plain string) string {
		u, err := url.Parse(plain)
		if err != nil || u.Host == "" || u.Port() != "" {
			return plain
		}
		return path(more)(strings.Replace(plain, u.Host, change(u.Host), 1))
	}
}
