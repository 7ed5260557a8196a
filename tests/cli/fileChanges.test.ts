import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { errorOf } from "./support/lockdesk.ts"
import { there } from "./support/place.ts"
import { file, read, sharePlace, user as admin } from "./support/sharePlace.ts"

describe("units, colors and returns from a file", () => {
  sharePlace(Role.id.Admin)

  const run = async (...args: ReadonlyArray<string>) => {
    const ended = await admin.run([...args, "--json"])
    return [
      ended.code,
      ended.stdout === "" ? errorOf(ended) : (JSON.parse(ended.stdout) as Record<string, unknown>)
    ] as const
  }
  const fact = async (serial: string, name: string) => (await run("locks", "show", serial))[1][name]
  const [a, b] = there.twins

  it("sets the unit of each row; a dry run changes nothing, and equal rows stay unchanged", async () => {
    const units = file("units.csv", ["Serial Code,unit", `${a},C-1`, `${b},B-115`, "19999999,C-2", `${a},C-3`])
    const facts = { rows: 4, applied: 1, unchanged: 1, failed: 2, errorsFile: "units.errors.csv" }
    expect(await run("locks", "set-unit", "--file", units, "--dry-run")).toMatchObject([8, { ...facts, dryRun: true }])
    expect(await fact(a, "unitNumber")).toBe("B-115")
    expect(await run("locks", "set-unit", "--file", units, "--yes")).toMatchObject([8, { ...facts, dryRun: false }])
    expect([await fact(a, "unitNumber"), await fact(b, "unitNumber")]).toEqual(["C-1", "B-115"])
    expect(read("units.errors.csv").split("\r\n")[0]).toBe("Serial Code,unit,error,fix")
    const again = file("again.csv", ["serial,unit", `${a},c-1`, `${b},B-115`])
    // Colleagues see the file's name, not where it is.
    expect(await run("locks", "set-unit", "--file", join(admin.work, again), "--yes")).toMatchObject([
      0,
      { applied: 0, unchanged: 2, failed: 0, errorsFile: null }
    ])
    expect((await run("jobs", "ls"))[1]).toMatchObject([{ source: "again.csv" }, { source: "units.csv" }])
  })

  it("refuses a file without a unit column, which would remove every unit, and without a status", async () => {
    for (const lines of [[a], ["serial,note", `${a},C-9`]]) {
      const refused = await run("locks", "set-unit", "--file", file("none.csv", lines), "--yes")
      expect(refused).toMatchObject([2, { code: "FileRefused", field: "unit" }])
    }
    expect(await fact(a, "unitNumber")).toBe("C-1")
    const noStatus = await run("locks", "set-status", "--file", "none.csv", "--yes")
    expect(noStatus).toMatchObject([2, { code: "FileRefused", field: "status" }])
    expect(await run("locks", "set-unit", a, "--file", "none.csv")).toMatchObject([2, { code: "Usage" }])
  })

  it("refuses a unit that is the error of a formula, such as a lookup without a match", async () => {
    const looked = file("looked.csv", ["serial,unit", `${a},#N/A`])
    expect(await run("locks", "set-unit", "--file", looked, "--dry-run")).toMatchObject([1, { failed: 1 }])
    expect(read("looked.errors.csv")).toContain("A unit can't be '#N/A'.")
  })

  it("numbers rows as a spreadsheet does if a cell has line breaks", async () => {
    const broken = file("broken.csv", ["serial,unit,Note", `${a},C-1,"by\nthe\ngate"`, "", `${b},C-2,`, `${b},C-3,`])
    expect(await run("locks", "set-unit", "--file", broken, "--dry-run")).toMatchObject([8, { rows: 3, failed: 1 }])
    expect(read("broken.errors.csv")).toContain("Row 4 already has this lock.")
  })

  it("keeps the extra cells of a failed row, and refuses it until they are empty", async () => {
    const wide = file("wide.csv", ["serial,unit,Note", `${a},C-1,,D-1`, `${b},B-115,,,,`])
    expect(await run("locks", "set-unit", "--file", wide, "--dry-run")).toMatchObject([8, { unchanged: 1, failed: 1 }])
    const [header, row] = read("wide.errors.csv").split("\r\n")
    expect(header).toBe("serial,unit,Note,extra cell,error,fix")
    expect(row).toContain(`${a},C-1,,D-1,"This row has 4 cells, the header has 3 cells."`)
    const again = await admin.run(["locks", "set-unit", "--file", "wide.errors.csv", "--dry-run", "--json"])
    expect([again.code, JSON.parse(again.stdout)]).toMatchObject([1, { failed: 1, errorsFile: "wide.errors-2.csv" }])
    expect(again.stderr).not.toContain("extra cell")
    expect(read("wide.errors-2.csv")).toBe(read("wide.errors.csv"))
    file("fixed.csv", [header ?? "", `${a},C-1,,,error,fix`])
    expect(await run("locks", "set-unit", "--file", "fixed.csv", "--dry-run")).toMatchObject([0, { unchanged: 1 }])
  })

  it("sets the color of each row, or the given one for rows without", async () => {
    const colors = file("colors.csv", ["serial,color", `${a},Red`, `${b},`, `${there.available},pink`])
    expect(await run("locks", "set-color", "--file", colors, "--yes")).toMatchObject([
      8,
      { applied: 1, unchanged: 0, failed: 2 }
    ])
    expect(read("colors.errors.csv")).toContain("There is no color 'pink'.")
    expect(await run("locks", "set-color", "blue", "--file", colors, "--yes")).toMatchObject([
      8,
      { applied: 1, unchanged: 1, failed: 1 }
    ])
    expect([await fact(a, "color"), await fact(b, "color")]).toEqual([-65536, -16776961])
    expect(await run("locks", "set-color", "green", "--file", file("bare.csv", [a, b]), "--dry-run")).toMatchObject([
      0,
      { applied: 2, failed: 0 }
    ])
    expect(await run("locks", "set-color", "--file", "bare.csv", "--yes")).toMatchObject([
      2,
      { code: "FileRefused", field: "color" }
    ])
  })

  it("processes the returns of a file row by row", async () => {
    for (const serial of [a, b]) await run("locks", "set-status", serial, "Returned to Dropbox")
    const marks = file("returned.csv", [
      "serial,mark",
      `${a},Available`,
      `${there.overlocked},Lost`,
      `${b},tenant using`,
      "19999999,Lost",
      `${a},Lost`,
      "12,Lost",
      `${there.available},Assigned Overlock`
    ])
    const process = (...more: ReadonlyArray<string>) =>
      run("returns", "process", ...more, "--recipient", "owner@acme.example.com")
    const facts = { rows: 7, applied: 2, unchanged: 0, failed: 5, errorsFile: "returned.errors.csv" }
    const report = { reportId: null, sent: false, dryRun: true }
    expect(await process("--file", marks, "--dry-run")).toMatchObject([8, { ...facts, ...report }])
    const dry = await admin.run(["returns", "process", marks, "--recipient", "owner@acme.example.com", "--dry-run"])
    expect(dry.stderr).toContain("2 returned locks will be processed, and the report will be sent to owner@")
    expect(dry.stdout).toMatch(/^Rows +7\nWould be changed +2\nUnchanged +0\nFailed +5\n$/)
    const unconfirmed = await process(marks, "--no-input")
    expect([unconfirmed[0], unconfirmed[1]["message"]]).toEqual([
      2,
      expect.stringContaining("2 returned locks will be processed, and the report")
    ])
    expect(await fact(a, "secondaryStatusName")).toBe("Returned to Dropbox")
    expect(await process("--file", marks, "--yes")).toMatchObject([8, { ...facts, sent: true, dryRun: false }])
    expect([await fact(a, "secondaryStatusName"), await fact(b, "secondaryStatusName")]).toEqual([
      "Available",
      "Tenant Using Lock"
    ])
    const rows = read("returned.errors.csv").trimEnd().split("\r\n").slice(1)
    expect(rows.map((row) => row.split(",")[0])).toEqual([there.overlocked, "19999999", a, "12", there.available])
    expect(rows[0]).toContain("isn't a returned lock")
    // Run again, nothing is left to change, whichever way the file is named. A lock that was scanned twice hasn't failed.
    const again = file("again.csv", ["serial,mark", `${a},Available`, `${b},Tenant Using`, `${a},Available`])
    for (const given of [
      ["--file", again, "--yes"],
      [again, "--no-input"]
    ]) {
      expect(await process(...given)).toMatchObject([
        0,
        { reportId: null, sent: false, applied: 0, unchanged: 3, failed: 0, errorsFile: null }
      ])
    }
    const bad = file("bad.csv", ["serial,mark", `${there.overlocked},Lost`])
    for (const given of ["--yes", "--no-input"]) {
      expect(await process("--file", bad, given)).toMatchObject([1, { reportId: null, applied: 0, failed: 1 }])
    }
    const none = await admin.run(["returns", "process", bad, "--recipient", "owner@acme.example.com", "--dry-run"])
    expect([none.code, none.stderr]).toEqual([
      1,
      expect.stringContaining("No returned locks will be processed, and no report will be sent.")
    ])
    const [, [newest]] = (await run("returns", "history", "--facility", "Maple St")) as unknown as [
      number,
      [{ reportId: number }]
    ]
    const resend = ["returns", "resend", String(newest.reportId), "--recipient", "owner@acme.example.com"]
    expect(await run(...resend, "--dry-run")).toEqual([0, { reportId: newest.reportId, sent: false }])
  })

  it("processes the returns of several facilities, each with its own report", async () => {
    expect((await run("locks", "transfer", there.available, "--facility", "Maple Court"))[0]).toBe(0)
    for (const serial of [a, there.available]) {
      expect((await run("locks", "set-status", serial, "Returned to Dropbox", "--unit", "U-1"))[0]).toBe(0)
    }
    const marks = file("two.csv", [
      "serial,mark",
      `${a},Available`,
      `${there.available},Lost`,
      `${there.overlocked},Lost`
    ])
    const process = (...more: ReadonlyArray<string>) =>
      admin.run(["returns", "process", marks, "--recipient", "owner@acme.example.com", ...more])
    expect((await process("--dry-run")).stderr).toContain(
      "2 returned locks of 2 facilities will be processed, and 2 reports will be sent to owner@"
    )
    const ended = await process("--yes", "--json")
    expect([ended.code, JSON.parse(ended.stdout)]).toMatchObject([
      8,
      {
        reportId: null,
        sent: true,
        applied: 2,
        failed: 1,
        reports: [
          { facility: "Maple St", sent: true },
          { facility: "Maple Court", sent: true }
        ]
      }
    ])
    expect([await fact(a, "secondaryStatusName"), await fact(there.available, "secondaryStatusName")]).toEqual([
      "Available",
      "Lost"
    ])
    expect((await run("returns", "history", "--facility", "Maple Court"))[1]).toMatchObject([{ locks: 1 }])
    expect((await run("locks", "transfer", there.available, "--facility", "Maple St"))[0]).toBe(0)
  })

  it("fails only the returned lock whose unit is taken, and processes the others", async () => {
    for (const [serial, ...to] of [
      [a, "Returned to Dropbox", "--unit", "T-1"],
      [b, "Tenant Using Lock", "--unit", "T-1"],
      [there.available, "Returned to Dropbox", "--unit", "T-2"]
    ] as const) {
      expect((await run("locks", "set-status", serial, ...to))[0]).toBe(0)
    }
    expect((await run("settings", "set", "limit-one-lock", "on", "--yes"))[0]).toBe(0)
    const marks = file("taken.csv", ["serial,mark", `${a},Tenant Using`, `${there.available},Lost`])
    expect(await run("returns", "process", marks, "--recipient", "owner@acme.example.com", "--yes")).toMatchObject([
      8,
      { applied: 1, failed: 1 }
    ])
    expect(read("taken.errors.csv")).toContain(`${a},Tenant Using,Unable to assign multiple locks to this unit.`)
    expect(await fact(there.available, "secondaryStatusName")).toBe("Lost")
  })
})
