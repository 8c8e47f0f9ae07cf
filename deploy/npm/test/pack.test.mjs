import assert from "node:assert/strict";
import { test } from "node:test";
import { semver } from "../pack.mjs";

for (const [described, want] of Object.entries({
  "v1.2.3": "1.2.3",
  "v1.2.3-dirty": "1.2.4-dirty",
  "v1.2.3-14-g0123456": "1.2.4-14.g0123456",
  "v1.2.3-14-g0123456-dirty": "1.2.4-14.g0123456.dirty",
  "v1.2.3-rc.1": "1.2.3-rc.1",
  "v1.2.3-rc.1-14-g0123456": "1.2.3-rc.1.14.g0123456",
  "0123456": "0.0.0-g0123456",
  "0123456-dirty": "0.0.0-g0123456.dirty",
})) {
  test(`${described} is the version ${want}`, () => assert.equal(semver(described), want));
}
