import { test } from "understudy/vitest";
import { expect } from "vitest";
import { bearer, connector, destination, ids, label, link, segment } from "./bodies";
import { createClient } from "./hey-api/client";
import * as api from "./hey-api";

test("a client of @hey-api/openapi-ts completes the nine operations", async ({ sandbox }) => {
  const to = { client: createClient({ baseUrl: sandbox.url }), ...bearer(sandbox), throwOnError: true } as const;

  const updated = await api.updateDestination({ ...to, path: { destination_id: ids.destination }, body: destination });
  expect(updated.data.data.name).toBe("Renamed");

  const objects = await api.listDestinationObjects({ ...to, path: { destination_id: ids.objects }, query: { per_page: 2 } });
  expect(objects.data.data).toHaveLength(2);

  const created = await api.createSegment({ ...to, path: { source_id: ids.source }, body: segment });
  const source = await api.readSegmentSource({ ...to, path: { source_id: ids.source, segment_id: created.data.data.id } });
  expect(source.response.status).toBe(200);

  const opened = await api.createSegmentManagementLink({ ...to, path: { source_id: ids.source, segment_id: ids.segment }, body: link });
  expect(opened.data.data.uri).toContain(sandbox.url);

  const made = await api.createConnector({ ...to, body: connector });
  expect(made.data.data.service_name).toBe("generated_client");

  const relabelled = await api.updateConnector({ ...to, path: { service_name: ids.connector }, body: label });
  expect(relabelled.data.data.label).toBe("Relabelled");

  const published = await api.publishConnector({ ...to, path: { service_name: ids.publishable } });
  expect(published.data.status).toBe("published_to_organization");

  const topics = await api.listTopics({ ...to, path: { source_id: ids.topics } });
  expect(topics.data.data.length).toBeGreaterThan(0);

  const invitations = await api.listInvitations({ ...to, ...bearer(sandbox, "personal"), query: { per_page: 3 } });
  expect(invitations.data.data).toHaveLength(3);
});
