package control

// Document is openapi.yaml.
var Document = document

// Routes are the methods and paths that the control API has.
func Routes() (all []string) {
	for _, r := range routes {
		all = append(all, r.method+" "+r.path)
	}
	return all
}
