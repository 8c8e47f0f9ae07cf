import type { Input, MethodOf, Output, Path, Schemas } from "./request.js";
import { pathOf, send } from "./request.js";
import { Sandbox, type Tokens } from "./sandbox.js";

/** What a sandbox is made from: by default a fork of the sandbox `default`. */
export type Draft = Schemas["Draft"];
export type Snapshot = Schemas["Snapshot"];

/** The control API of a fake that runs. */
export class Control {
  /** The base URL of the fake, without a slash at its end. */
  readonly url: string;
  readonly #token: string | undefined;

  /** `token` is that of `--control-token`, where the fake has one. */
  constructor(url: string, options: { token?: string | undefined } = {}) {
    this.url = url.replace(/\/+$/, "");
    this.#token = options.token;
  }

  /** Calls any operation of the control API, with the types of its OpenAPI document. */
  async request<P extends Path, M extends MethodOf<P>>(
    method: M, path: P, ...[input]: {} extends Input<P, M> ? [Input<P, M>?] : [Input<P, M>]
  ): Promise<Output<P, M>> {
    const { path: parameters, query, body } = (input ?? {}) as { path?: {}; query?: {}; body?: unknown };
    const response = await this.open(method, pathOf(path, parameters, query), body);
    if (response.status === 204) return undefined as Output<P, M>;
    const json = response.headers.get("Content-Type")?.includes("json");
    return (await (json ? response.json() : response.text())) as Output<P, M>;
  }

  /** Requests a path below the control API, and returns the response with its body unread. */
  open(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    return send(`${this.url}/_understudy${path}`, method, this.#token, body, signal);
  }

  /** Creates a sandbox. An id is sent in the path, by which a load balancer chooses a fake. */
  async create({ id, ...draft }: Draft = {}): Promise<Sandbox> {
    const made = id === undefined
      ? await this.request("post", "/sandboxes", { body: draft })
      : await this.request("put", "/sandboxes/{id}", { path: { id }, body: draft });
    return new Sandbox(this, made.id, made.base_url, made.tokens);
  }

  /** Finds a sandbox. Only the response that creates one has its tokens: give them where they are needed. */
  async find(id: string, tokens?: Tokens): Promise<Sandbox> {
    const found = await this.request("get", "/sandboxes/{id}", { path: { id } });
    return new Sandbox(this, found.id, found.base_url, tokens);
  }

  /** The sandboxes, by id. */
  async sandboxes(): Promise<Schemas["Sandbox"][]> {
    return (await this.request("get", "/sandboxes")).sandboxes;
  }

  /** All snapshots, by name. */
  async snapshots(): Promise<Snapshot[]> {
    return (await this.request("get", "/snapshots")).snapshots;
  }

  async deleteSnapshot(name: string): Promise<void> {
    await this.request("delete", "/snapshots/{name}", { path: { name } });
  }

  /** Saves the default sandbox in the file of `--state`. */
  async saveState(): Promise<void> {
    await this.request("post", "/state/save");
  }
}
