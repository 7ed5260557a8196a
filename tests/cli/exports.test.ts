import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { readSheet } from "../server/exports/readSheet.ts"
import { errorOf } from "./support/lockdesk.ts"
import { there } from "./support/place.ts"
import { read, sharePlace, user as machine } from "./support/sharePlace.ts"

sharePlace(Role.id.Admin)

const serials = [there.available, there.overlocked, ...there.twins]

describe("a lock list written to a file", () => {
  it("appears under its name only when complete, readable only by its owner", async () => {
    const { code, stdout, stderr } = await machine.run(["locks", "ls", "--output", "all.xlsx"])
    expect([code, stdout, stderr]).toEqual([0, "", "4 rows in all.xlsx\n"])
    const path = join(machine.work, "all.xlsx")
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const { sheets, rows } = await readSheet(readFileSync(path))
    expect(sheets).toEqual(["Locks"])
    expect(rows.slice(1).map((row) => row[1])).toEqual(serials)
    expect(rows.slice(1).map((row) => row[3])).toEqual(serials.map(() => "****"))
    expect(readdirSync(machine.work).filter((name) => name.endsWith(".new"))).toEqual([])
  })

  it("has the list's filter and order, and can be CSV on stdout", async () => {
    const args = ["locks", "ls", "--format", "csv", "--status", "Assigned Overlock", "--sort", "serialCode=desc"]
    const { code, stdout, stderr } = await machine.run(args)
    expect([code, stderr]).toEqual([0, "3 rows\n"])
    const lines = stdout.split("\r\n")
    expect(lines[0]).toBe("Color,Serial Code,Unit,Combination,Status,Updated By,Updated On (UTC),Facility Name")
    expect(lines.slice(1, -1).map((line) => line.split(",")[1])).toEqual(serials.slice(1).toReversed())
  })

  it("can be the inventory", async () => {
    const { code, stderr } = await machine.run(["inventory", "ls", "--format", "xlsx", "--output", "stock"])
    expect([code, stderr]).toEqual([0, "0 rows in stock\n"])
    expect((await readSheet(readFileSync(join(machine.work, "stock")))).rows).toHaveLength(1)
  })

  it("replaces a file only after a confirmation, and leaves no incomplete file", async () => {
    const path = join(machine.work, "kept.csv")
    writeFileSync(path, "mine")
    const refused = await machine.run(["locks", "ls", "--output", "kept.csv"])
    expect([refused.code, errorOf(refused)["field"]]).toEqual([2, "yes"])
    expect(readFileSync(path, "utf8")).toBe("mine")
    const wrong = await machine.run(["locks", "ls", "--output", "kept.csv", "--yes", "--sort", "nothing=asc"])
    expect([wrong.code, errorOf(wrong)["code"]]).toEqual([2, "SearchRefused"])
    expect(readFileSync(path, "utf8")).toBe("mine")
    expect((await machine.run(["locks", "ls", "--output", "kept.csv", "--yes"])).code).toBe(0)
    expect(readFileSync(path, "utf8")).toContain(there.available)
    const nowhere = await machine.run(["locks", "ls", "--output", "no/such/folder.csv"])
    const where = "Check its folder and permissions, or write it somewhere else."
    expect([nowhere.code, errorOf(nowhere)]).toMatchObject([1, { code: "CannotWrite", next: where }])
    const full = await machine.run(["locks", "ls", "--format", "csv", "--output", "/dev/full"])
    expect([full.code, errorOf(full)["next"]]).toEqual([1, "Free some space, or write it somewhere else."])
    expect(readdirSync(machine.work).filter((name) => name.endsWith(".new"))).toEqual([])
  })

  it("goes into a named pipe or through a link, and replaces neither", async () => {
    symlinkSync("linked.csv", join(machine.work, "link.csv"))
    writeFileSync(join(machine.work, "linked.csv"), "")
    const line = (file: string) => `"$LOCKDESK" locks ls --format csv --output ${file} --yes`
    const piped = await machine.shell(`mkfifo pipe; cat pipe & ${line("pipe")}; wait; test -p pipe`)
    expect([piped.code, piped.stdout]).toEqual([0, expect.stringContaining(there.available)])
    expect((await machine.shell(`${line("link.csv")}; test -L link.csv`)).code).toBe(0)
    expect(read("linked.csv")).toBe(piped.stdout)
    expect((await machine.run(["locks", "ls", "--output", "/dev/stdout"])).stdout).toBe(piped.stdout)
  })

  it("refuses options that exclude each other", async () => {
    for (const [args, field] of [
      [["--format", "csv", "--limit", "3"], "limit"],
      [["--output", "x.csv", "--page", "2"], "page"],
      [["--output", "x"], "format"],
      [["--format", "csv", "--json"], "json"]
    ] as const) {
      const ended = await machine.run(["locks", "ls", ...args])
      expect([args, ended.code, errorOf(ended)["field"]]).toEqual([args, 2, field])
    }
    expect(existsSync(join(machine.work, "x"))).toBe(false)
  })
})
