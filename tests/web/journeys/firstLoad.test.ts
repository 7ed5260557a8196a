import { join } from "node:path"
import { expect, it } from "vitest"
import { firstLoads } from "../../../scripts/webFirstLoads.ts"

it.each(firstLoads(process.env["LOCKDESK_TEST_CONSOLE"] ?? join(import.meta.dirname, "../../../dist/web")))(
  "loads $screen within its budget",
  ({ scripts, goal }) => {
    expect(scripts).toBeLessThanOrEqual(goal)
  }
)
