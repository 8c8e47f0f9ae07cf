import type { Control, Draft, Snapshot } from "./control.js";
import type { Input, Output, Schemas } from "./request.js";
import { pathOf } from "./request.js";
import { eventsOf } from "./events.js";

/** The tokens that a client sends to a sandbox. */
export interface Tokens {
  /** Of every operation but the list of invitations. */
  workspace: string;
  /** Of the list of invitations. */
  personal: string;
}

export type Clock = Output<"/clock", "get">;
export type Exchange = Schemas["Exchange"];
export type Fault = Schemas["Fault"];
export type CountedFault = Schemas["CountedFault"];
export type Findings = Schemas["Findings"];
export type Gap = Output<"/gaps", "get">["gaps"][number];
export type Row = Schemas["Row"];
export type Table = Input<"/state/{table}", "get">["path"]["table"];
export type Transition = Schemas["Transitions"]["segment"];
/** Which exchanges of the journal are meant. */
export type Filter = Omit<NonNullable<Input<"/journal", "get">["query"]>, "sandbox">;

/** Requests of the client that the API's document does not allow. */
export class ContractError extends Error {
  override name = "ContractError";
}

/** A world of its own within a fake: rows, ids, clock, variants, faults and journal. */
export class Sandbox {
  readonly #tokens: Tokens | undefined;

  /** `url` is the base URL of the API in this sandbox. */
  constructor(readonly control: Control, readonly id: string, readonly url: string, tokens?: Tokens) {
    this.#tokens = tokens;
  }

  /** The tokens for your client. */
  get tokens(): Tokens {
    if (!this.#tokens) throw new Error(`the tokens of sandbox ${this.id} are only in the response that created it: give them to find`);
    return this.#tokens;
  }

  get #query() {
    return { sandbox: this.id };
  }

  /** Creates a sandbox with the current state of this one. */
  fork(draft: Omit<Draft, "fork" | "snapshot" | "preset" | "fixture"> = {}): Promise<Sandbox> {
    return this.control.create({ ...draft, fork: this.id });
  }

  /** Restores the state with which the sandbox was created, and empties its journal. */
  async reset(): Promise<void> {
    await this.control.request("post", "/sandboxes/{id}/reset", { path: { id: this.id } });
  }

  async delete(): Promise<void> {
    await this.control.request("delete", "/sandboxes/{id}", { path: { id: this.id } });
  }

  /** Saves the current state under a name. */
  snapshot(name: string): Promise<Snapshot> {
    return this.control.request("post", "/sandboxes/{id}/snapshots", { path: { id: this.id }, body: { name } });
  }

  async snapshots(): Promise<Snapshot[]> {
    return (await this.control.request("get", "/sandboxes/{id}/snapshots", { path: { id: this.id } })).snapshots;
  }

  /** Restores a snapshot, with its clock and tokens. */
  async restore(snapshot: string): Promise<void> {
    await this.control.request("post", "/sandboxes/{id}/restore", { path: { id: this.id }, body: { snapshot } });
  }

  /** The time of the sandbox. */
  async now(): Promise<Date> {
    return new Date((await this.clock()).now);
  }

  clock(): Promise<Clock> {
    return this.control.request("get", "/clock", { query: this.#query });
  }

  /** Moves the clock forward by a number of seconds, or to an instant. */
  advance(to: number | Date): Promise<Clock> {
    const body = to instanceof Date ? { to: to.toISOString() } : { seconds: to };
    return this.control.request("post", "/clock/advance", { query: this.#query, body });
  }

  /** Stops the clock. */
  freeze(): Promise<Clock> {
    return this.control.request("post", "/clock/freeze", { query: this.#query });
  }

  /** Lets the clock run again. */
  resume(): Promise<Clock> {
    return this.control.request("post", "/clock/resume", { query: this.#query });
  }

  /** The variant of every gap on each of its operations. */
  async gaps(): Promise<Gap[]> {
    return (await this.control.request("get", "/gaps", { query: this.#query })).gaps;
  }

  /** Chooses variants, such as `{ "link-lifetime": "15m" }`; the other gaps stay as they are. */
  async choose(choices: Record<string, string>): Promise<Gap[]> {
    return (await this.control.request("patch", "/gaps", { query: this.#query, body: choices })).gaps;
  }

  /** Chooses variants, and the default of every other gap. */
  async chooseOnly(choices: Record<string, string>): Promise<Gap[]> {
    return (await this.control.request("put", "/gaps", { query: this.#query, body: choices })).gaps;
  }

  /** Chooses the variants with which the sandbox was created. */
  async resetGaps(): Promise<Gap[]> {
    return (await this.control.request("delete", "/gaps", { query: this.#query })).gaps;
  }

  /** How segments are completed. */
  async transition(): Promise<Transition> {
    return (await this.control.request("get", "/transitions", { query: this.#query })).segment;
  }

  /** Chooses how segments are completed that are created from now on, such as `{ after: "2s" }` or `{ reads: 3 }`. */
  async completeSegments(segment: Transition): Promise<void> {
    await this.control.request("put", "/transitions", { query: this.#query, body: { segment } });
  }

  /** Makes requests fail on purpose, such as `{ operation: "create-segment", when: { first: 2 }, status: 503 }`. */
  fault(fault: Fault): Promise<CountedFault> {
    return this.control.request("post", "/faults", { query: this.#query, body: fault });
  }

  /** The faults, with how often each applied. */
  async faults(): Promise<CountedFault[]> {
    return (await this.control.request("get", "/faults", { query: this.#query })).faults;
  }

  async removeFault(fault: number): Promise<void> {
    await this.control.request("delete", "/faults/{fault}", { path: { fault }, query: this.#query });
  }

  async clearFaults(): Promise<void> {
    await this.control.request("delete", "/faults", { query: this.#query });
  }

  /** What clients sent to this sandbox, and the responses, without secrets: the newest 100 where the filter does not say otherwise. */
  async journal(filter: Filter = {}): Promise<Exchange[]> {
    return (await this.control.request("get", "/journal", { query: { ...filter, ...this.#query } })).exchanges;
  }

  /** One exchange, by its number. */
  exchange(seq: number): Promise<Exchange> {
    return this.control.request("get", "/journal/{seq}", { path: { seq }, query: this.#query });
  }

  /** Empties the journal, and returns how many exchanges it had. */
  async clearJournal(): Promise<number> {
    return (await this.control.request("delete", "/journal", { query: this.#query })).cleared;
  }

  /** The journal as an HTTP Archive. */
  har(filter: Filter = {}): Promise<{ log: Record<string, unknown> }> {
    return this.control.request("get", "/journal.har", { query: { ...filter, ...this.#query } });
  }

  /** Exchanges from now on, or after a number, when they end; until the signal aborts or the sandbox is gone. */
  async *stream(filter: Omit<Filter, "limit"> = {}, options: { signal?: AbortSignal } = {}): AsyncGenerator<Exchange, void, undefined> {
    const response = await this.control.open("get", pathOf("/journal/stream", {}, { ...filter, ...this.#query }), undefined, options.signal);
    for await (const event of eventsOf(response)) {
      if (event.name === "exchange") yield JSON.parse(event.data) as Exchange;
    }
  }

  /** Where the client left the contract, and which gaps it depends on. */
  findings(): Promise<Findings> {
    return this.control.request("get", "/journal/findings", { query: this.#query });
  }

  /** Throws a ContractError for the requests that the document does not allow, if there are any, and warns of those that it cannot check. */
  async check(): Promise<void> {
    const { breaks, evicted, not_checked: cut } = await this.findings();
    if (breaks.length > 0) {
      throw new ContractError(`the client broke the contract (where it is meant to: allowBreaks):\n${breaks.map((b) => `- ${b.says}`).join("\n")}`);
    }
    if (evicted + cut > 0) {
      process.emitWarning(`understudy did not check ${evicted + cut} requests against the contract: the journal lost ${evicted} and cut ${cut} (--journal, --journal-body)`);
    }
  }

  /** The tables, with their numbers of rows. */
  async tables(): Promise<Output<"/state", "get">["tables"]> {
    return (await this.control.request("get", "/state", { query: this.#query })).tables;
  }

  /** A page of a table: 25 rows where the page does not say otherwise, 100 at most. */
  rows(table: Table, page: { page?: number; per_page?: number } = {}): Promise<Output<"/state/{table}", "get">> {
    return this.control.request("get", "/state/{table}", { path: { table }, query: { ...page, ...this.#query } });
  }

  /** A row. The id of a connector is its `service_name`. */
  row(table: Table, row: string | number): Promise<Row> {
    return this.control.request("get", "/state/{table}/{row}", { path: { table, row: String(row) }, query: this.#query });
  }

  createRow(table: Table, members: Row): Promise<Row> {
    return this.control.request("post", "/state/{table}", { path: { table }, query: this.#query, body: members });
  }

  /** Creates a row, or replaces the one with its id. */
  putRow(table: Table, row: string | number, members: Row): Promise<Row> {
    return this.control.request("put", "/state/{table}/{row}", { path: { table, row: String(row) }, query: this.#query, body: members });
  }

  /** Merges members into a row. */
  patchRow(table: Table, row: string | number, members: Row): Promise<Row> {
    return this.control.request("patch", "/state/{table}/{row}", { path: { table, row: String(row) }, query: this.#query, body: members });
  }

  async deleteRow(table: Table, row: string | number): Promise<void> {
    await this.control.request("delete", "/state/{table}/{row}", { path: { table, row: String(row) }, query: this.#query });
  }

  claimInvitation(id: number, claimedBy?: number): Promise<Row> {
    const body = claimedBy === undefined ? {} : { claimed_by_id: claimedBy };
    return this.control.request("post", "/state/invitations/{row}/claim", { path: { row: String(id) }, query: this.#query, body });
  }

  revokeLink(id: number): Promise<Row> {
    return this.control.request("post", "/state/links/{row}/revoke", { path: { row: String(id) }, query: this.#query });
  }

  /** Completes the creation of a segment now. */
  completeSegment(id: number): Promise<Row> {
    return this.control.request("post", "/state/segments/{row}/complete", { path: { row: String(id) }, query: this.#query });
  }

  /** Keeps a segment incomplete until it is completed by request. */
  holdSegment(id: number): Promise<Row> {
    return this.control.request("post", "/state/segments/{row}/hold", { path: { row: String(id) }, query: this.#query });
  }

  /** Records a test of a destination that fails now. */
  failTest(destination: number, failure: { step?: string; error?: string } = {}): Promise<Row> {
    return this.control.request("post", "/state/destinations/{row}/fail-test", { path: { row: String(destination) }, query: this.#query, body: failure });
  }

  /** Records a test of a destination that succeeds now. */
  passTest(destination: number): Promise<Row> {
    return this.control.request("post", "/state/destinations/{row}/pass-test", { path: { row: String(destination) }, query: this.#query });
  }
}
