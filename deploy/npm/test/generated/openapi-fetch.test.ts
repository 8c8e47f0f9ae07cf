import createClient from "openapi-fetch";
import { test } from "understudy/vitest";
import { expect } from "vitest";
import { bearer, connector, destination, ids, label, link, segment } from "./bodies";
import type { paths } from "./openapi-typescript/schema";

test("a client of openapi-typescript and openapi-fetch completes the nine operations", async ({ sandbox }) => {
  const client = createClient<paths>({ baseUrl: sandbox.url, ...bearer(sandbox) });

  const updated = await client.PATCH("/api/v1/destinations/{destination_id}", { params: { path: { destination_id: ids.destination } }, body: destination });
  expect(updated.data?.data.name).toBe("Renamed");

  const objects = await client.GET("/api/v1/destinations/{destination_id}/objects", { params: { path: { destination_id: ids.objects }, query: { per_page: 2 } } });
  expect(objects.data?.data).toHaveLength(2);

  const created = await client.POST("/api/v1/sources/{source_id}/filter_segments", { params: { path: { source_id: ids.source } }, body: segment });
  expect(created.data?.status).toBe("created");

  const path = { source_id: ids.source, segment_id: created.data!.data.id };
  const source = await client.GET("/api/v1/sources/{source_id}/filter_segments/{segment_id}/source_status", { params: { path } });
  expect(source.response.status).toBe(200);

  const opened = await client.POST("/api/v1/sources/{source_id}/filter_segments/{segment_id}/segment_management_links", {
    params: { path: { source_id: ids.source, segment_id: ids.segment } },
    body: link,
  });
  expect(opened.data?.data.uri).toContain(sandbox.url);

  const made = await client.POST("/api/v1/connectors", { body: connector });
  expect(made.data?.data.service_name).toBe("generated_client");

  const relabelled = await client.PATCH("/api/v1/connectors/{service_name}", { params: { path: { service_name: ids.connector } }, body: label });
  expect(relabelled.data?.data.label).toBe("Relabelled");

  const published = await client.PUT("/api/v1/connectors/{service_name}/publish_to_organization", { params: { path: { service_name: ids.publishable } } });
  expect(published.data?.status).toBe("published_to_organization");

  const topics = await client.GET("/api/v1/sources/{source_id}/topics", { params: { path: { source_id: ids.topics } } });
  expect(topics.data?.data.length).toBeGreaterThan(0);

  const invitations = await client.GET("/api/v1/invitations", { params: { query: { per_page: 3 } }, ...bearer(sandbox, "personal") });
  expect(invitations.data?.data).toHaveLength(3);
});
