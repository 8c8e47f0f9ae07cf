import { test } from "understudy/vitest";
import { expect, vi } from "vitest";
import { bearer, connector, destination, ids, label, link, segment } from "./bodies";
import * as client from "./orval/client";

test("a client of orval completes the nine operations", async ({ sandbox }) => {
  const send = fetch; // the client's URLs have no host
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => send(sandbox.url + path, init));
  const token = bearer(sandbox);
  const success = async (call: Promise<{ status: number; data: unknown }>, status: number) => {
    const response = await call;
    expect(response.status, JSON.stringify(response.data)).toBe(status);
  };
  try {
    await success(client.updateDestination(ids.destination, destination, token), 200);
    await success(client.listDestinationObjects(ids.objects, { per_page: 2 }, token), 200);
    const created = await client.createSegment(ids.source, segment, token);
    if (created.status !== 201) {
      throw new Error(`HTTP ${created.status}`);
    }
    await success(client.readSegmentSource(ids.source, created.data.data.id, token), 200);
    await success(client.createSegmentManagementLink(ids.source, ids.segment, link, token), 201);
    await success(client.createConnector(connector, token), 200);
    await success(client.updateConnector(ids.connector, label, token), 200);
    await success(client.publishConnector(ids.publishable, token), 200);
    await success(client.listTopics(ids.topics, token), 200);
    await success(client.listInvitations({ per_page: 3 }, bearer(sandbox, "personal")), 200);
  } finally {
    vi.unstubAllGlobals();
  }
});
