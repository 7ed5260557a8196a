import { existsSync, statSync, truncateSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { maxFileBytes } from "#cli/input/listFile.ts"
import { container } from "../support/container.ts"
import { errorOf } from "./support/lockdesk.ts"
import { there } from "./support/place.ts"
import { file, place, read, sharePlace, user as keeper } from "./support/sharePlace.ts"

describe("importing a shipment", () => {
  const load = (name: string, ...more: ReadonlyArray<string>) => keeper.run(["registry", "import", name, ...more])
  const counts = async (name: string, ...more: ReadonlyArray<string>) => {
    const ended = await load(name, "--json", "rows,loaded,unchanged,refused", ...more)
    return [ended.code, ...Object.values(JSON.parse(ended.stdout) as Record<string, number>)]
  }
  const inRegistry = (): Promise<number> =>
    place.server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ n: number }>`SELECT count(*)::int AS n FROM registry`
        return row?.n ?? 0
      })
    )

  sharePlace(Role.id.SuperAdmin)

  it("imports a file once with exit 0, and changes nothing the second time", async () => {
    const before = await inRegistry()
    file("good.csv", "Serial Code,Combination\n90000001,0042\n90000002,0043\n")
    expect(await counts("good.csv", "--dry-run")).toEqual([0, 2, 2, 0, 0])
    expect(await inRegistry()).toBe(before)
    expect(await counts("good.csv")).toEqual([0, 2, 2, 0, 0])
    expect(await counts("good.csv")).toEqual([0, 2, 0, 2, 0])
    expect(await inRegistry()).toBe(before + 2)
    const result = await load("good.csv")
    expect(result.stdout).toContain("Unchanged  2")
    expect(existsSync(join(keeper.work, "good.errors.csv"))).toBe(false)
  })

  it("reads codes as spreadsheets write whole numbers, without adding zeros", async () => {
    file(
      "numbers.csv",
      "Serial Code,Combination\n90000021.0,1234.0\n00000022.00,0042.00\n90000023.0,42.0\n'90000024,'0042\n"
    )
    expect(await counts("numbers.csv")).toEqual([8, 4, 3, 0, 1])
    expect(read("numbers.errors.csv")).toContain("Combination must be 4 digits, found 2 digits.")
    file("texts.csv", "Serial Code,Combination\n90000021,1234\n00000022,0042\n")
    expect(await counts("texts.csv")).toEqual([0, 2, 0, 2, 0])
  })

  it("keeps the extra cells of a refused row, and refuses it until they are empty", async () => {
    file("wide.csv", "Serial Code,Combination\n90000031,1,234\n90000032,1234,5678\n90000033,1234,,\n")
    expect(await counts("wide.csv")).toEqual([8, 3, 1, 0, 2])
    const refused = read("wide.errors.csv")
    expect(refused).toMatch(/^Serial Code,Combination,extra cell,error,fix\r\n90000031,1,234,.*\r\n90000032,1234,5678,/)
    expect(await counts("wide.errors.csv")).toEqual([1, 2, 0, 0, 2])
    expect(read("wide.errors-2.csv")).toBe(refused)
    file("fixed.csv", refused.replace("1,234,", "0234,,").replace(",5678,", ",,"))
    expect(await counts("fixed.csv")).toEqual([0, 2, 2, 0, 0])
  })

  it("refuses only the row whose batch is too long, or differs from the one its lock is loaded in", async () => {
    const rows = (...batches: ReadonlyArray<string>) =>
      ["Serial,Code,Box", ...batches.map((batch, nth) => `9000004${nth},0042,${batch}`)].join("\n")
    expect(await counts(file("boxes.csv", rows("BOX-1", "", "B".repeat(101))))).toEqual([8, 3, 2, 0, 1])
    expect(read("boxes.errors.csv")).toContain("A batch has at most 100 characters, found 101.")
    expect(await counts(file("same.csv", rows(" BOX-1 ", "")))).toEqual([0, 2, 0, 2, 0])
    expect(await counts(file("none.csv", rows("")))).toEqual([0, 1, 0, 1, 0])
    expect(await counts(file("other.csv", `${rows("BOX-2", "BOX-1")}\n90000043,0042,A\n90000043,0042,B`))).toEqual([
      8, 4, 1, 0, 3
    ])
    expect(read("other.errors.csv").split("\r\n").slice(1)).toEqual([
      expect.stringContaining("This lock is already loaded in batch 'BOX-1'."),
      expect.stringContaining("This lock is already loaded without a batch."),
      expect.stringContaining("This lock is already loaded in batch 'A'."),
      ""
    ])
  })

  it("names the file of refused rows after stdin, and offers no command that resumes it", async () => {
    const piped = await keeper.run(["registry", "import", "-"], { stdin: "serialCode,unlockCode\n9100000,0001\n" })
    expect([piped.code, piped.stderr]).toEqual([1, expect.stringContaining("stdin.errors.csv")])
    expect(existsSync(join(keeper.work, "stdin.errors.csv"))).toBe(true)
    expect(existsSync(join(keeper.work, "-.errors.csv"))).toBe(false)
  })

  it("ends with 8 and writes refused rows to a file that can be fixed and imported with exit 0", async () => {
    file(
      "box.csv",
      [
        "\uFEFFnote;Serial_Code;code",
        "a;91000001;0001",
        "b;9100000;0002",
        '"c; ""d""";91000003;3',
        `e;${there.registered[0]};9999`,
        "f;91000001;0001",
        "g;91000001;7777",
        "=1+1;x;1"
      ].join("\r\n")
    )
    const ended = await load("box.csv")
    expect(ended.code).toBe(8)
    expect(ended.stderr).toContain("box.errors.csv")
    expect(await counts("box.csv")).toEqual([8, 7, 0, 2, 5])
    expect(statSync(join(keeper.work, "box.errors.csv")).mode & 0o777).toBe(0o600)
    const lines = read("box.errors.csv").split("\r\n")
    expect(lines[0]).toBe("note,Serial_Code,code,error,fix")
    expect(lines[1]).toContain("Serial Code must be 8 digits, found 7 digits.")
    expect(lines[2]).toMatch(/^"c; ""d""",91000003,3,"Combination must be 4 digits, found 1 digit\./)
    expect(lines[3]).toContain("another combination")
    expect(lines[5]).toMatch(/^'=1\+1,x,1,/)

    const fixed = read("box.errors.csv")
      .replace("9100000,0002", "91000002,0002")
      .replace("91000003,3,", "91000003,0003,")
      .split("\r\n")
      .slice(0, 3)
      .join("\r\n")
    file("box.errors.csv", fixed)
    expect(await counts("box.errors.csv")).toEqual([0, 2, 2, 0, 0])
    expect(read("box.errors.csv")).toBe(fixed)
  })

  it("ends with 1 if no row was imported, and never overwrites its input", async () => {
    const source = file("bad.errors.csv", "serial,unlock_code,error,fix\n1,2,old,old\n")
    expect(await counts(source)).toEqual([1, 1, 0, 0, 1])
    expect(read("bad.errors.csv")).toContain("old,old")
    expect(read("bad.errors-2.csv")).toMatch(/^serial,unlock_code,error,fix\r\n1,2,"Serial/)
  })

  it("sends long files in chunks, and finds a conflict between two chunks", async () => {
    const rows = Array.from({ length: 2300 }, (_, index) => `${92000000 + index},0001`)
    file("long.csv", ["serialCode,unlockCode", ...rows, "92000000,0001", "92000001,0002"].join("\n"))
    expect(await counts("long.csv", "--dry-run")).toEqual([8, 2302, 2300, 1, 1])
    expect(read("long.errors.csv")).toContain(
      "92000001,0002,This serial code is in the registry with another combination."
    )
    expect(await counts("long.csv")).toEqual([8, 2302, 2300, 1, 1])
    expect(await counts("long.csv")).toEqual([8, 2302, 0, 2301, 1])
  })

  it("does nothing for a file with only a header", async () => {
    const ended = await load(file("header.csv", "serial\tcode\r\n"))
    expect(ended.code).toBe(0)
    expect(ended.stderr).toContain("Nothing to do")
  })

  it.each([
    ["empty.csv", "", "The file has no rows."],
    ["columns.csv", "serial,colour\n1,2\n", "is missing unlockCode. It has: serial, colour"],
    ["twice.csv", "serial,Serial Code,code\n1,1,2\n", "more than one column for serialCode"],
    ["zero.csv", "serial,code\n1,\0\n", "Line 2, column 2: This isn't a text file: it contains a zero byte."],
    [
      "cp437.csv",
      Buffer.from("serial,code,name\n1,2,Jos\x8f\n", "latin1"),
      "Some characters of this file can't be read. See line 2."
    ],
    ["book.xlsx", Buffer.from("PK\u0003\u0004rest"), "This workbook is damaged."],
    ["old.xls", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), "This is an old Excel workbook (.xls)."],
    ["locked.xlsx", Buffer.from(container("EncryptedPackage")), "This workbook has a password."]
  ])("refuses %s with exit 2 and says what is wrong", async (name, content, message) => {
    const before = await inRegistry()
    const ended = await load(file(name, content))
    expect(ended).toMatchObject({ code: 2, stdout: "" })
    expect(errorOf(ended)).toMatchObject({ code: "FileRefused", message: expect.stringContaining(message) })
    expect(await inRegistry()).toBe(before)
  })

  it("returns unreadable rows, and imports the others", async () => {
    const rows = 'serial,code\n93100001,0001\n93100002,1,2\n"93100003"x,0001\n9310 0004,0004\n123,0005\n'
    expect(await counts(file("ragged.csv", rows))).toEqual([8, 5, 2, 0, 3])
    expect(read("ragged.errors.csv").split("\r\n").slice(1)).toEqual([
      expect.stringMatching(/^93100002,1,2,"This row has 3 cells, the header has 2 cells.",/),
      expect.stringMatching(/^"""93100003""x,0001",,,The quotes of this row don't match\.,/),
      expect.stringMatching(/^123,0005,,"Serial Code must be 8 digits, found 3 digits.",.*dropped them/),
      ""
    ])
  })

  it("refuses anything but a file, and a file that is too large", async () => {
    expect(errorOf(await load("nowhere.csv"))["message"]).toContain("File not found.")
    expect(errorOf(await load("."))["message"]).toContain("This is not a file.")
    file("huge.csv", "")
    truncateSync(join(keeper.work, "huge.csv"), maxFileBytes + 1)
    expect(errorOf(await load("huge.csv"))["message"]).toContain("The file is larger than 64 MB.")
  })

  it("checks the permission before it reads the file", async () => {
    const admin = await place.signedIn(Role.id.Admin)
    const ended = await admin.run(["registry", "import", "nowhere.csv"])
    expect([ended.code, errorOf(ended)["code"]]).toEqual([5, "RoleNotAllowed"])
  })

  it("ends with 130 when interrupted, leaves no incomplete file, and completes when run again", async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `${93000000 + index},0001`)
    file("slow.csv", ["serial,code", "bad,1", ...rows].join("\n"))
    const before = await inRegistry()
    let pid = 0
    const run = keeper.runAlone(["registry", "import", "slow.csv"], { onStart: (started) => (pid = started) })
    // The import has started when the first chunk is in the registry.
    await expect.poll(inRegistry, { interval: 5, timeout: 60_000 }).toBeGreaterThan(before)
    process.kill(pid, "SIGINT")
    const ended = await run
    expect(ended).toMatchObject({ code: 130, stdout: "" })
    expect(errorOf(ended)["code"]).toBe("Interrupted")
    expect(existsSync(join(keeper.work, "slow.errors.csv"))).toBe(false)
    const half = (await inRegistry()) - before
    expect(half).toBeGreaterThan(0)
    expect(half).toBeLessThan(20_000)
    expect(await counts("slow.csv")).toEqual([8, 20_001, 20_000 - half, half, 1])
  })
})
