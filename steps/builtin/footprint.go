package builtin

import (
	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/feature"
	"understudy/steps/paging"
	"understudy/steps/variant"
)

// ofListingAs is that of one request, and of showing what its token opens.
func ofListingAs(u feature.Use) feature.Footprint {
	once := map[string]feature.Footprint{}
	switch token := u.Groups[len(u.Groups)-1]; token {
	case "workspace", "personal":
		once["a list that opens with tokens."+token] = feature.Footprint{Requests: len(paging.Listings)}
	case "other_workspace":
		once["the ids of "+spec.ListDestinationObjects] = feature.Footprint{Requests: 10}
	}
	return rows.OfAsking.Plus(feature.Footprint{Once: once})
}

func ofKey(u feature.Use) feature.Footprint { return feature.Footprint{Needs: u.Groups[0]} }

func ofGap(u feature.Use) (all feature.Footprint) {
	for _, id := range u.IDs() {
		all.Requests += variant.Requests(id)
	}
	return all
}
