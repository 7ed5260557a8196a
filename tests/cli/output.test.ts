import { readdirSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { errorOf } from "./support/lockdesk.ts"
import { file, sharePlace, user as admin } from "./support/sharePlace.ts"
import { TerminalRun } from "./support/terminal.ts"

/** A PNG of one pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)

describe("--output -", () => {
  sharePlace(Role.id.SuperAdmin)
  const files = () => readdirSync(admin.work)

  it("writes a list of locks to stdout", async () => {
    const csv = await admin.run(["locks", "ls", "--format", "csv", "--output", "-"])
    expect([csv.code, csv.stdout]).toEqual([0, (await admin.run(["locks", "ls", "--format", "csv"])).stdout])
    expect(csv.stdout).toContain("10000001")
    const workbook = await admin.run(["locks", "ls", "--format", "xlsx", "--output", "-"])
    expect([workbook.code, workbook.stdout.slice(0, 2)]).toEqual([0, "PK"])
    expect((await admin.run(["locks", "ls", "--output", "-"])).stdout).toBe(csv.stdout)
    const screen = new TerminalRun(admin, ["locks", "ls", "--format", "xlsx", "--output", "-"])
    expect(await screen.ends()).toBe(2)
    expect(files()).not.toContain("-")
  })

  it("writes a report to stdout", async () => {
    for (const [command, format] of [
      ["test", "junit"],
      ["diff", "csv"]
    ] as const) {
      const args = ["fms", command, "--all", "--format", format]
      const plain = await admin.run(args)
      const given = await admin.run([...args, "--output", "-"])
      expect([command, given.code, given.stdout]).toEqual([command, plain.code, plain.stdout])
    }
    expect(files()).not.toContain("-")
  })

  it("writes a ticket's image to stdout, but not to a terminal", async () => {
    file("label.png", png)
    const made = await admin.run([
      "tickets",
      "create",
      "--subject",
      "Gate",
      "--category",
      "Lock Inquiry",
      "--description",
      "It stays shut.",
      "--files",
      "label.png"
    ])
    expect(made.code, made.stderr).toBe(0)
    const image = await admin.shell(
      `"$LOCKDESK" tickets image 1 1 --output - | sha256sum; "$LOCKDESK" tickets image 1 1 --output x.png; sha256sum < x.png`
    )
    const sums = image.stdout.match(/[0-9a-f]{64}/g)
    expect([sums?.length, sums?.[0]]).toEqual([2, sums?.[1]])
    const screen = new TerminalRun(admin, ["tickets", "image", "1", "1", "--output", "-"])
    expect(await screen.ends()).toBe(2)
    const json = await admin.run(["tickets", "image", "1", "1", "--output", "-", "--json"])
    expect([json.code, errorOf(json)["field"]]).toEqual([2, "json"])
    expect(files()).not.toContain("-")
  })
})
