import { existsSync, mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { makeLock } from "../support/fixture.ts"
import { errorOf } from "./support/lockdesk.ts"
import { file, place, read, sharePlace, user as admin } from "./support/sharePlace.ts"

describe("the failed rows of a file", () => {
  sharePlace(Role.id.Admin)
  let next = 61_000_000

  /** Locks in the inventory. */
  const stored = async (count: number) => {
    const serials = Array.from({ length: count }, () => String((next += 1)))
    await place.server.run(
      Effect.forEach(serials, (serial) =>
        makeLock({ companyID: place.companyID, facilityID: null, serial, code: "1234", status: 1001 })
      )
    )
    return serials
  }
  const activate = (name: string, ...more: ReadonlyArray<string>) =>
    admin.run(["locks", "activate", "--file", name, "--facility", "Maple St", ...more])
  const facts = (stdout: string) => JSON.parse(stdout) as Record<string, unknown>

  it("never replace rows that someone fixed", async () => {
    const [a = "", b = "", c = ""] = await stored(3)
    file("box.csv", ["serial", a, "123"])
    const dry = await activate("box.csv", "--dry-run")
    expect(dry.stderr).toContain(
      "Fix them there, then run this: lockdesk locks activate --file box.errors.csv --facility 'Maple St'\n"
    )
    const fixed = read("box.errors.csv").replace("123,", `${b},`)
    file("box.errors.csv", [fixed])
    const done = await activate("box.csv", "--yes", "--json")
    expect([done.code, facts(done.stdout)]).toMatchObject([
      8,
      { applied: 1, failed: 1, errorsFile: "box.errors-2.csv" }
    ])
    expect(done.stderr).toContain("box.errors.csv already exists with other content, so it was left as it is.")
    expect(read("box.errors.csv")).toBe(fixed)
    expect(read("box.errors-2.csv")).toContain("123,")
    // The same rows again need no third file.
    file("box.csv", ["serial", c, "123"])
    expect(facts((await activate("box.csv", "--yes", "--json")).stdout)).toMatchObject({
      errorsFile: "box.errors-2.csv"
    })
    expect(existsSync(join(admin.work, "box.errors-3.csv"))).toBe(false)
    const again = await activate("box.errors.csv", "--yes", "--json")
    expect([again.code, facts(again.stdout)]).toMatchObject([0, { applied: 1, failed: 0, errorsFile: null }])
  })

  it("are explained by the first five, in a dry run too, and not with --quiet", async () => {
    file("short.csv", ["serial", ...Array.from({ length: 7 }, (_, nth) => `${nth + 1}x`)])
    const lines = Array.from(
      { length: 5 },
      (_, nth) =>
        `Row ${nth + 2}: Serial Code must be 8 digits, found '${nth + 1}x'. Enter the 8 digits engraved on the lock, leading zeros included.\n`
    )
    for (const how of ["--dry-run", "--yes"]) {
      expect((await activate("short.csv", how)).stderr).toContain(`${lines.join("")}... and 2 more\n`)
    }
    expect((await activate("short.csv", "--dry-run", "--quiet")).stderr).toBe("")
  })

  it("are reported with the counts if they can't be written", async () => {
    const [a = ""] = await stored(1)
    file("shut.csv", ["serial", a, "123"])
    mkdirSync(join(admin.work, "shut.errors.csv"))
    const done = await activate("shut.csv", "--yes", "--json")
    expect([done.code, facts(done.stdout)]).toMatchObject([8, { applied: 1, failed: 1, errorsFile: null }])
    const id = facts(done.stdout)["jobID"]
    expect(errorOf(done)).toMatchObject({
      code: "CannotWrite",
      message: expect.stringMatching(/^The failed rows couldn't be written to shut\.errors\.csv: EISDIR/),
      next: `Make sure that it can be written, then print them with lockdesk jobs show ${id} --failed.`
    })
    // Nothing was changed by a row, so it failed.
    file("shut.csv", ["serial", "123"])
    const failed = await activate("shut.csv", "--yes")
    expect([failed.code, failed.stdout]).toEqual([1, expect.stringMatching(/Failed +1/)])
    const codes = file("shut.csv", ["serialCode,unlockCode", `${a},12`])
    const refused = await admin.run(["locks", "set-code", "--file", codes, "--yes", "--json"])
    expect([refused.code, facts(refused.stdout)]).toMatchObject([1, { failed: 1, errorsFile: null }])
    expect(errorOf(refused)).toMatchObject({ code: "CannotWrite" })
    expect(readdirSync(admin.work).filter((name) => name.endsWith(".new"))).toEqual([])
  })

  it("are counted like all others in a question that no one can answer", async () => {
    file("many.csv", await stored(1_200))
    const refused = await activate("many.csv", "--no-input")
    expect([refused.code, errorOf(refused)]).toMatchObject([
      2,
      { message: expect.stringContaining("1,200 locks will be activated at Maple St.") }
    ])
  })
})
