// What the tests of the generated clients send. The ids are those of the embedded world.
import type { Sandbox } from "understudy";

export const ids = { destination: 6101, objects: 6112, source: 4120, topics: 4146, segment: 2301, connector: "shelf_labels", publishable: "returns_desk" };

export const destination = {
  service_connection: { name: "Renamed", type: "northstar_crm", credentials: { account_id: "NS-20417", environment: "production" } },
};

export const segment = {
  name: "Made by a generated client",
  dataset_id: 8801,
  molecules: [{ attribute: "email", attribute_type: "property", operator: "isnotnull", value: "" }],
};

export const connector = {
  connector: {
    service_name: "generated_client",
    label: "Generated client",
    icon_url: "https://static.example.com/generated.png",
    data: { url: "https://hooks.example.com/generated", headers: { "X-Key": "EXAMPLE-key" } },
    configuration_definition: { account_id: { label: "Account", type: "string", required: true, user_editable: true } },
  },
};

export const label = { connector: { label: "Relabelled" } };
export const link = { redirect_uri: "https://app.example.com/segments" };

/** The header that an operation takes. */
export function bearer(sandbox: Sandbox, kind: "workspace" | "personal" = "workspace") {
  return { headers: { Authorization: `Bearer ${sandbox.tokens[kind]}` } };
}
