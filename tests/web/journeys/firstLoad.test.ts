import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { firstLoads } from "../../../scripts/webFirstLoads.ts"

it.each(firstLoads(process.env["LOCKDESK_TEST_CONSOLE"] ?? join(import.meta.dirname, "../../../dist/web")))(
  "loads $screen within its budget",
  ({ scripts, goal }) => {
    expect(scripts).toBeLessThanOrEqual(goal)
  }
)

it("finds the source of a crash in the built console", () => {
  const root = join(import.meta.dirname, "../../..")
  const script = `assets/${readdirSync(join(root, "dist/web/assets")).find((name) => /^ScanRoute-.*\.js$/.test(name))}`
  const column = readFileSync(join(root, "dist/web", script), "utf8").indexOf("Scan a lock") + 1
  const found = spawnSync(process.execPath, [
    join(root, "scripts/sourceOf.ts"),
    `at u (http://localhost/${script}:1:${column})`
  ])
  const source = readFileSync(join(root, "web/routes/ScanRoute.tsx"), "utf8").split("\n")
  const line = source.findIndex((text) => text.includes("Scan a lock")) + 1
  expect(found.stdout.toString()).toContain(`-> web/routes/ScanRoute.tsx:${line}:`)
})
