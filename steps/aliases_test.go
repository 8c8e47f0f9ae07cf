package steps

import (
	"slices"
	"strings"
	"testing"
)

// oldTexts are texts in the words of an earlier release, with those of today.
var oldTexts = map[string]string{
	`a request that succeeds: create-segment`:                                             `a successful create-segment request`,
	`the target file gives "tokens.revoked"`:                                              `the target file has "tokens.revoked"`,
	`it is accepted`:                                                                      `the request was accepted`,
	`the target's own connector was published`:                                            `I publish the target file's connector`,
	`the target file's connector was published`:                                           `I publish the target file's connector`,
	`I send it again with an invented token`:                                              `I send it again with a token that differs in one letter`,
	`I send it again with a random token`:                                                 `I send it again with a token that differs in one letter`,
	`I send it again in the same words`:                                                   `I send it again unchanged`,
	`I send it again as "text/csv"`:                                                       `I send it again with the Content-Type "text/csv"`,
	`I create a second segment of the same name`:                                          `I create a second segment with the same name`,
	`I follow its source URL until creation is complete`:                                  `I poll its source URL until creation is complete`,
	`I create a connector without the object connector`:                                   `I create a connector without the connector object`,
	`I update the connector without the object connector`:                                 `I update the connector without the connector object`,
	`I create a second connector of the same service_name`:                                `I create a second connector with the same service_name`,
	`I create a link back to a URL with a query`:                                          `I create a link whose "redirect_uri" has a query`,
	`I create a link back to "ftp://x"`:                                                   `I create a link whose "redirect_uri" is "ftp://x"`,
	`the answer is a success`:                                                             `the response is a success`,
	`"data" is what per_page 7 holds`:                                                     `the response has the same records as with per_page 7`,
	`"data" is what page 2 holds`:                                                         `the response has the records of page 2`,
	`what the answer holds is as promised`:                                                `the response matches the contract`,
	`each record stands on one page`:                                                      `each record is on exactly one page`,
	`each page holds as many records as it should`:                                        `each page has the right number of records`,
	`each page names itself`:                                                              `each page reports its own number`,
	`each page names its per_page`:                                                        `each page reports its per_page`,
	`next_page leads to the next page`:                                                    `next_page is the next page`,
	`prev_page leads to the page before`:                                                  `prev_page is the previous page`,
	`nothing is given away or done`:                                                       `the request is rejected and has no effect`,
	`the answer is lawful for gap "page-ends"`:                                            `the response is allowed by gap "page-ends"`,
	`the source URL shows every property of the retrieval`:                                `the source URL returns every property of the retrieved segment`,
	`the answer shows the new name`:                                                       `the response shows the new name`,
	`the new name is kept`:                                                                `the new name is saved`,
	`the answer is about the destination of the path`:                                     `the response is about the destination in the path`,
	`the topics of the empty source are not the topics`:                                   `the topics of the empty source differ from the topics`,
	`its objects are those that it lists`:                                                 `its objects match its list of objects`,
	`it is about no other published connector`:                                            `the response shows no other connector`,
	`the response shows no other published connector`:                                     `the response shows no other connector`,
	`no other segment is shown or changed`:                                                `the response shows no other segment`,
	`the newest record comes first`:                                                       `the records are sorted newest first`,
	`the oldest record comes first`:                                                       `the records are sorted oldest first`,
	`the response names the connector in the path`:                                        `the response shows the service_name in the path`,
	`the answer shows the label that was sent last`:                                       `the response shows the label that was sent last`,
	`the new label is kept`:                                                               `the new label is saved`,
	`the answer names the connector of the path`:                                          `the response shows the service_name in the path`,
	`it names the redirect_uri that was sent`:                                             `it echoes the redirect_uri that was sent`,
	`no other destination has the new name`:                                               `the update changed no other destination`,
	`each of them was updated at once, twice`:                                             `I update all of them at the same time, and then all of them again`,
	`two connectors were created, and one was rejected in between`:                        `three connectors were created, and right before the second a creation was rejected`,
	`I update the first of them`:                                                          `I update the first connector`,
	`I update the one in between`:                                                         `I update the second connector`,
	`the rejected creation made none`:                                                     `the rejected creation created no connector`,
	`the second of them is as it was`:                                                     `the update did not change the third connector`,
	`I update the first of them with a new label and something invalid`:                   `I send the first connector an invalid update with a new label`,
	`I update the connector, as one was before its publishing`:                            `I update the connector after another one was published`,
	`each of three more labels is saved`:                                                  `three more labels are saved, one after the other`,
	`I relabel the connector with every class of text`:                                    `I give the connector labels of many kinds, such as emoji and quotes`,
	`I create connectors with every class of label`:                                       `I create connectors with labels of many kinds, such as emoji and quotes`,
	`I rename the destination with every class of text`:                                   `I rename the destination to names of many kinds, such as other scripts and quotes`,
	`I create links with every class of redirect_uri`:                                     `I create links with redirect_uris of many kinds, such as one with a query`,
	`I read segments with every class of name`:                                            `I read segments with names of many kinds, such as emoji and quotes`,
	`all of them together are saved`:                                                      `an update with all of these texts together is saved`,
	`I relabel the connector with words that look like values`:                            `I give the connector labels such as true, null and 007`,
	`I send it again with its token in other places`:                                      `I send the request again with its token in wrong places, such as after Basic or in the query`,
	`I send it again with tokens that are almost right`:                                   `I send the request again with wrong tokens, such as the right one with more letters`,
	`I send it again with a revoked token, if the target file has one`:                    `I send it again with a revoked token`,
	`I list the topics with only the cookies that responses set, if any did`:              `I list the topics without a token, but with the cookies of earlier responses, as a browser would`,
	`I list the invitations with each of: page 0; no query; page 2 and order asc`:         `I list the invitations with page 0, then without a query, then with page 2 and order asc`,
	`each "data" equals the response to per_page 7`:                                       `the response has the same records as with per_page 7`,
	`each "data" equals page 2`:                                                           `the response has the records of page 2`,
	`each has 7 records by default`:                                                       `the response has 7 records by default`,
	`it names its segment`:                                                                `its segment_id is the segment in the path`,
	`several connectors were created at once`:                                             `several connectors were created at the same time`,
	`I update each of them at once, twice`:                                                `I update all of them at the same time, and then all of them again`,
	`I publish two of them at once`:                                                       `I publish two of them at the same time`,
	`each response is about its own connector`:                                            `each response is about the connector of its request`,
	`each of them has its own last label`:                                                 `each connector has the label that was sent for it last`,
	`three connectors were created, the second right after a rejected creation`:           `three connectors were created, and right before the second a creation was rejected`,
	`I update the first of the three connectors with a new label and something invalid`:   `I send the first connector an invalid update with a new label`,
	`I update the first of the three connectors`:                                          `I update the first connector`,
	`I update the second of the three connectors`:                                         `I update the second connector`,
	`the third of the three connectors has not changed`:                                   `the update did not change the third connector`,
	`each of three more updates saves its label`:                                          `three more labels are saved, one after the other`,
	`the same update of the connector shows the same label`:                               `the last update, sent again, shows the same label`,
	`the same update of the destination shows the same name`:                              `the last update, sent again, shows the same name`,
	`I update the destination with a new name and something invalid`:                      `I send the destination an invalid update with a new name`,
	`I give the connector labels of every kind of text`:                                   `I give the connector labels of many kinds, such as emoji and quotes`,
	`I create connectors with labels of every kind of text`:                               `I create connectors with labels of many kinds, such as emoji and quotes`,
	`I rename the destination to names of every kind of text`:                             `I rename the destination to names of many kinds, such as other scripts and quotes`,
	`I create links with every kind of redirect_uri`:                                      `I create links with redirect_uris of many kinds, such as one with a query`,
	`I read segments with names of every kind of text`:                                    `I read segments with names of many kinds, such as emoji and quotes`,
	`I give the connector labels that look like values`:                                   `I give the connector labels such as true, null and 007`,
	`several segments were created at once`:                                               `several segments were created at the same time`,
	`I create a link on each of them at once`:                                             `I create a link on each of them at the same time`,
	`each source URL shows its own segment, also when all are read at once`:               `each source URL shows its own segment, also when all are read at the same time`,
	`I send it again with its token in wrong places, such as after Basic or in the query`: `I send the request again with its token in wrong places, such as after Basic or in the query`,
	`I send it again with wrong tokens made from the right one, such as a shorter one`:    `I send the request again with wrong tokens, such as the right one with more letters`,
	`I update it unchanged without an Authorization header`:                               `I send exactly the same update without an Authorization header`,
	`I list the topics with the cookies that responses have set, but without a token`:     `I list the topics without a token, but with the cookies of earlier responses, as a browser would`,
	`I list the topics with a token and without at once`:                                  `I list the topics with a token and without one at the same time`,
	`the tokens "workspace" and "personal" differ`:                                        `the target file has different tokens for "workspace" and "personal"`,
	`"data" equals the response to per_page 7`:                                            `the response has the same records as with per_page 7`,
	`"data" equals page 2`:                                                                `the response has the records of page 2`,
	`there are exactly 7 records`:                                                         `the response has exactly 7 records`,
	`there are at most 7 records`:                                                         `the response has at most 7 records`,
	`there are 7 records by default`:                                                      `the response has 7 records by default`,
	`I list the invitations with page 0, without a query, and with page 2 and order asc`:  `I list the invitations with page 0, then without a query, then with page 2 and order asc`,
	`the empty list is not shown without a token`:                                         `the request without a token does not get the empty list`,
	`the empty list is not shown to a token that does not exist`:                          `the request with the invented token does not get the empty list`,
	`the request with the random token does not get the empty list`:                       `the request with the invented token does not get the empty list`,
	`the empty list is not shown to another workspace's token`:                            `the request with another workspace's token does not get the empty list`,
}

func TestTheOldTextOfAStepStillMatches(t *testing.T) {
	aliases := map[string]bool{}
	for old, now := range oldTexts {
		sc, faults := written(t, old, now)
		before, after := sc.Steps[0], sc.Steps[1]
		if before.Step == nil || before.Step != after.Step || !slices.Equal(before.Groups, after.Groups) {
			t.Fatalf("%q and %q are not one step with the same groups", old, now)
		}
		aliases[before.Expr.String()] = true
		if want := "the step " + inQuotes(old) + " is now written " + inQuotes(now) + ": "; !slices.ContainsFunc(faults, func(f Fault) bool {
			return f.Warning && strings.HasPrefix(f.Message, want)
		}) {
			t.Errorf("no warning that %s: %v", want, faults)
		}
	}
	for _, row := range Catalogue() {
		for _, a := range row.Aliases {
			if !aliases[a] {
				t.Errorf("no text of the alias %s is tried", a)
			}
		}
	}
}

// inQuotes puts a step into the quotes that messages put it into.
func inQuotes(step string) string {
	if strings.Contains(step, `"`) {
		return "'" + step + "'"
	}
	return `"` + step + `"`
}
