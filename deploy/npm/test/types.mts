// The types of the package allow what the control API's document allows, and nothing else.
import "understudy/jest";
import { Control, type Exchange } from "understudy";

const control = new Control("http://127.0.0.1:8080");
export const exchanges: Exchange[] = (await control.request("get", "/journal", { query: { limit: 5 } })).exchanges;
export const archive: { log: Record<string, unknown> } = await sandbox.har();
await control.request("put", "/transitions", { body: { segment: { after: "2s" } } });
// @ts-expect-error: there is no such path
await control.request("get", "/journals");
// @ts-expect-error: the path does not have this method
await control.request("put", "/journal");
// @ts-expect-error: the path needs the name of a table
await control.request("get", "/state/{table}");
// @ts-expect-error: the operation needs a body
await control.request("put", "/transitions");
// @ts-expect-error: there is no such table
await sandbox.rows("invites");
// @ts-expect-error: a fault has no such member
await sandbox.fault({ code: 503 });
