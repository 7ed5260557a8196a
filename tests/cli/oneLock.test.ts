import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { errorOf } from "./support/lockdesk.ts"
import { there } from "./support/place.ts"
import { file, sharePlace, user as admin } from "./support/sharePlace.ts"
import { keys, TerminalRun } from "./support/terminal.ts"

describe("one lock from the terminal", () => {
  sharePlace(Role.id.Admin)

  const json = async (...args: ReadonlyArray<string>) => {
    const ended = await admin.run([...args, "--json"])
    return [
      ended.code,
      ended.code === 0 ? (JSON.parse(ended.stdout) as Record<string, unknown>) : errorOf(ended)
    ] as const
  }

  it("changes status, unit, color and facility", async () => {
    const serial = there.available
    expect(await json("locks", "set-status", serial, "assigned overlock", "--unit", "C-3")).toMatchObject([
      0,
      { secondaryLockStatus: 1004, unitNumber: "C-3", undo: expect.any(Number) }
    ])
    expect(await json("locks", "set-unit", serial, "C-4")).toMatchObject([0, { unitNumber: "C-4" }])
    expect(await json("locks", "set-color", serial, "Red")).toMatchObject([0, { color: -65536 }])
    expect(await json("locks", "transfer", serial, "--facility", "Harbour Point")).toMatchObject([
      0,
      { facilityName: "Harbour Point", unitNumber: null, secondaryLockStatus: 1001 }
    ])
    expect(await json("locks", "undo", serial)).toMatchObject([0, { unitNumber: "C-4", secondaryLockStatus: 1004 }])
    // Undoing again changes nothing.
    expect(await json("locks", "undo", serial)).toMatchObject([0, { unitNumber: "C-4", secondaryLockStatus: 1004 }])
    // Repeating it is not an error, and says so.
    expect((await admin.run(["locks", "undo", serial])).stderr).toContain("There is nothing to undo.")
    expect(await json("locks", "set-status", serial, "1002", "--dry-run")).toMatchObject([
      0,
      { secondaryLockStatus: 1002 }
    ])
    expect(await json("locks", "transfer", serial, "--facility", "Harbour Point", "--dry-run")).toMatchObject([0, {}])
    expect(await json("locks", "show", serial)).toMatchObject([0, { secondaryLockStatus: 1004 }])
    expect(await json("locks", "set-status", serial, "asleep")).toMatchObject([
      2,
      { code: "InvalidInput", field: "status" }
    ])
    expect(await json("locks", "set-color", serial, "pink")).toMatchObject([
      2,
      { code: "InvalidInput", field: "color" }
    ])
    expect(await json("locks", "transfer", serial, "--facility", "Harbour Point")).toMatchObject([
      0,
      { facilityName: "Harbour Point", undo: expect.any(Number) }
    ])
    // Repeated, the lock is already there.
    expect(await json("locks", "transfer", serial, "--facility", "Harbour Point")).toMatchObject([0, { undo: null }])
    expect(await json("locks", "set-unit", "99999999", "A")).toMatchObject([6, { code: "LockNotFound" }])
  })

  it("reads a combination without echo, never from the command line, and makes the lock Available", async () => {
    const piped = await admin.run(["locks", "set-code", there.overlocked])
    expect([piped.code, errorOf(piped)["field"]]).toEqual([2, "code"])
    const run = new TerminalRun(admin, ["locks", "set-code", there.overlocked])
    await run.shows("Combination")
    run.type(`8265${keys.enter}`)
    expect(await run.ends(), run.screen.text).toBe(0)
    expect(run.screen.raw).not.toContain("8265")
    expect(run.screen.text).toMatch(/Status +Available/)
  })

  it("assigns from the inventory, by lock and by file, and lists the rest", async () => {
    const list = async () => (await admin.run(["inventory", "ls", "--json", "serialCode"])).stdout
    const stocked = await admin.run(["locks", "activate", "--file", "-", "--inventory", "--yes"], {
      stdin: there.registered.join("\n")
    })
    expect(stocked.code, stocked.stderr).toBe(0)
    expect(JSON.parse(await list())).toHaveLength(2)
    const one = await admin.run(["inventory", "assign", there.registered[0], "--facility", "Maple St", "--json"])
    expect([one.code, JSON.parse(one.stdout)]).toEqual([
      0,
      { assigned: 1, unchanged: 0, message: "All locks are assigned successfully" }
    ])
    const again = await admin.run(["inventory", "assign", there.registered[0], "--facility", "Maple St", "--json"])
    const why = "No changes. The locks are already at this facility."
    expect([again.code, JSON.parse(again.stdout)]).toEqual([0, { assigned: 0, unchanged: 1, message: why }])
    const elsewhere = ["inventory", "assign", there.registered[0], "--facility", "Harbour Point"]
    expect((await admin.run([...elsewhere, "--dry-run"])).code).toBe((await admin.run(elsewhere)).code)
    const rest = await admin.run(["inventory", "assign", "--file", "-", "--facility", "Maple St", "--yes"], {
      stdin: there.registered.join("\n")
    })
    expect(rest.code).toBe(0)
    expect(rest.stdout).toMatch(/Unchanged +1/)
    expect(await list()).toBe("[]\n")
  })

  it("processes returns, shows their report, and sends it again", async () => {
    const [a, b] = there.twins
    for (const serial of [a, b]) await admin.run(["locks", "set-status", serial, "Returned to Dropbox"])
    expect((await json("returns", "ls", "--facility", "Maple St"))[1]).toHaveLength(2)
    file("returned.csv", `serial,status\n${a},Available\n${b},tenant using\n`)
    const to = ["--recipient", "owner@acme.example.com"]
    const tooMany = Array.from({ length: 1001 }, (_, nth) => `${60_000_000 + nth},Lost`)
    file("many.csv", ["serial,status", ...tooMany])
    expect(errorOf(await admin.run(["returns", "process", "many.csv", ...to, "--yes"]))).toMatchObject({
      code: "InvalidInput",
      message: "many.csv has 1,001 rows. Up to 1,000 returned locks can be processed at once."
    })
    const dry = await admin.run(["returns", "process", "returned.csv", ...to, "--dry-run"])
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining("Dry run: nothing was changed.")])
    expect((await admin.run(["returns", "process", "returned.csv", ...to])).code).toBe(2)
    expect(await json("returns", "process", "returned.csv", ...to, "--yes")).toMatchObject([
      0,
      { sent: true, unchanged: 0 }
    ])
    expect((await json("returns", "ls", "--facility", "Maple St"))[1]).toEqual([])
    expect((await json("returns", "history", "--facility", "Maple St"))[1]).toMatchObject([
      { locks: 2, recipient: "Owner acme" }
    ])
    const [kept] = (await json("returns", "history", "--facility", "Maple St"))[1] as unknown as ReadonlyArray<{
      readonly reportId: number
    }>
    const reportId = kept?.reportId
    const report = String(reportId)
    expect((await json("returns", "show", report))[1]).toMatchObject([
      { serialCode: a, secondaryLockStatus: 1001 },
      { serialCode: b, secondaryLockStatus: 1006 }
    ])
    expect(await json("returns", "resend", report, "--recipient", "Admin acme")).toEqual([0, { reportId, sent: true }])
    expect(await json("returns", "resend", report, "--recipient", "nobody")).toMatchObject([
      6,
      { code: "RecipientNotFound" }
    ])
    // Repeated, everything is as requested and there is nothing to report.
    expect(await json("returns", "process", "returned.csv", ...to, "--yes")).toMatchObject([
      0,
      { reportId: null, sent: false, unchanged: 2 }
    ])
    file("returned.csv", `serial,status\n${there.available},Lost\n`)
    for (const mode of ["--yes", "--dry-run"]) {
      expect((await admin.run(["returns", "process", "returned.csv", ...to, mode])).code).toBe(1)
    }
  })
})
