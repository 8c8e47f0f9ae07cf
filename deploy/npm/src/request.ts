import type { components, paths } from "./control-document.js";

/** The schemas of the control API's document. */
export type Schemas = components["schemas"];

type Method = "get" | "put" | "post" | "patch" | "delete";

/** A path of the control API's document. */
export type Path = keyof paths;

/** The methods that a path has. */
export type MethodOf<P extends Path> = { [M in Method]: paths[P][M] extends object ? M : never }[Method];

type Operation<P extends Path, M extends MethodOf<P>> = paths[P][M];

/** The parameters and the body of an operation. */
export type Input<P extends Path, M extends MethodOf<P>> =
  (Operation<P, M> extends { parameters: { path: infer T } } ? { path: T } : { path?: undefined }) &
  (Operation<P, M> extends { parameters: { query?: infer T } } ? { query?: T } : { query?: undefined }) &
  (Operation<P, M> extends { requestBody: { content: { "application/json": infer T } } } ? { body: T }
    : Operation<P, M> extends { requestBody?: { content: { "application/json": infer T } } } ? { body?: T } : { body?: undefined });

type Content<R> = R extends { content: { "application/json": infer T } } ? T : R extends { content: { "application/yaml": unknown } | { "text/plain": unknown } } ? string : void;

/** The body of an operation's success. */
export type Output<P extends Path, M extends MethodOf<P>> = Operation<P, M> extends { responses: infer R }
  ? R extends { 200: infer T } ? Content<T> : R extends { 201: infer T } ? Content<T> : void
  : never;

/** A request that the control API rejected. */
export class ControlError extends Error {
  override name = "ControlError";

  constructor(request: string, readonly status: number, reason: string) {
    super(`${request}: HTTP ${status}: ${reason}`);
  }
}

/** Fills the parameters of a path in. */
export function pathOf(template: string, parameters: Record<string, unknown> = {}, query: Record<string, unknown> = {}): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Returns the response of a request that worked, and throws a ControlError for any other. */
export async function send(url: string, method: string, token: string | undefined, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = {};
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await fetch(url, {
    method: method.toUpperCase(),
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  if (response.ok) return response;
  const text = await response.text();
  let reason = text;
  try {
    reason = JSON.parse(text).error ?? text;
  } catch {
    // It is no JSON, such as a page of a proxy: its text is the reason.
  }
  throw new ControlError(`${method.toUpperCase()} ${new URL(url).pathname}`, response.status, reason);
}
