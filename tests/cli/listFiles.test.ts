import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import ExcelJS from "exceljs"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { errorOf } from "./support/lockdesk.ts"
import { there } from "./support/place.ts"
import { register } from "./support/registered.ts"
import { file, place, read, sharePlace, user as admin } from "./support/sharePlace.ts"
import { keys, TerminalRun } from "./support/terminal.ts"

describe("lock list files", () => {
  sharePlace(Role.id.Admin)

  const bookOf = async (sheets: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string | number>>>>) => {
    const book = new ExcelJS.Workbook()
    for (const [name, rows] of Object.entries(sheets)) {
      const sheet = book.addWorksheet(name)
      for (const row of rows) sheet.addRow([...row])
    }
    return new Uint8Array((await book.xlsx.writeBuffer()) as ArrayBuffer)
  }
  const activate = async (name: string, ...more: ReadonlyArray<string>) => {
    const ended = await admin.run([
      "locks",
      "activate",
      "--file",
      name,
      "--facility",
      "Maple St",
      "--yes",
      "--json",
      "rows,applied,failed",
      ...more
    ])
    return [ended.code, ended.code === 2 ? errorOf(ended) : (JSON.parse(ended.stdout) as unknown)]
  }
  const done = (rows: number) => [0, { rows, applied: rows, failed: 0 }]

  it("activates locks from a quoted column, in any encoding", async () => {
    for (const encode of [
      (text: string) => text,
      (text: string) => `\uFEFF${text.replaceAll("\n", "\r\n")}\r\n`,
      (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text.replaceAll("\n", "\r\n")}`, "utf16le")),
      (text: string) => text.split("\n").slice(1).join("\n"),
      (text: string) => `sep=;\n${text}`,
      (text: string) => new Uint8Array(Buffer.from(`Caf\xe9\n${text}`, "latin1"))
    ]) {
      const [a, b] = await register(2)
      expect(await activate(file("quoted.csv", encode(`"SerialNumber"\n"${a}"\n"${b}"\n`)))).toEqual(done(2))
    }
  })

  it("activates locks from a workbook with any file name, and returns failed rows by their number", async () => {
    const [a = "", b = "", c = "", d = ""] = await register(4)
    const book = await bookOf({
      Locks: [
        ["Maple St, Monday"],
        [],
        ["Unit", "Serial #", "Note"],
        ["A", Number(a), 1],
        ["B", b, 2],
        ["C", 420_001, 3]
      ]
    })
    expect(await activate(file("box.csv", book))).toEqual([8, { rows: 3, applied: 2, failed: 1 }])
    const [head, row, end] = read("box.errors.csv").split("\r\n")
    expect([head, end]).toEqual(["Unit,Serial #,Note,error,fix", ""])
    expect(row).toMatch(/^C,420001,3,"?Serial Code must be 8 digits, found '420001'\..*dropped them/)
    expect(await activate(file("text.xlsx", `serial\n${c.slice(0, 4)} ${c.slice(4)}\n`))).toEqual(done(1))
    const piped = await admin.run(["locks", "activate", "--file", "-", "--facility", "Maple St", "--yes"], {
      stdin: `${d.slice(0, 4)}-${d.slice(4)}\n`
    })
    expect(piped).toMatchObject({ code: 0 })
  })

  it("names the columns that a file has and its command doesn't use", async () => {
    const [a = ""] = await register(1)
    const name = file("units.csv", `Serial Code,Unit,Note,Color\n${a},B-1,x,Red\n`)
    const { code, stderr } = await admin.run(["locks", "activate", "--file", name, "--facility", "Maple St", "--yes"])
    expect([code, stderr.split("\n")[0]]).toEqual([0, "Not used: Unit, Note, Color."])
  })

  it("skips unreadable rows", async () => {
    const [a, b, c] = await register(3)
    const ragged = `serial,note\n${a},x\n${b},x,y\n${c}\n`
    expect(await activate(file("ragged.csv", ragged))).toEqual([8, { rows: 3, applied: 2, failed: 1 }])
    expect(read("ragged.errors.csv").split("\r\n")).toEqual([
      "serial,note,extra cell,error,fix",
      expect.stringMatching(`^${b},x,y,"This row has 3 cells, the header has 2 cells.",`),
      ""
    ])
  })

  it("asks for the sheet of a workbook, or refuses with the sheet names", async () => {
    const [a = "", b = ""] = await register(2)
    const book = file("two.xlsx", await bookOf({ Old: [["serial"], [a]], New: [["serial"], [b]], Blank: [] }))
    expect(await activate(book)).toMatchObject([
      2,
      {
        code: "FileRefused",
        message: "two.xlsx: The workbook has 2 sheets with content: Old, New.",
        next: "Choose the sheet with --sheet.",
        candidates: ["Old", "New"]
      }
    ])
    expect(await activate(book, "--sheet", "Other")).toMatchObject([2, { field: "sheet" }])
    expect(await activate(book, "--sheet", "new")).toEqual(done(1))
    const run = new TerminalRun(admin, ["locks", "activate", "--file", book, "--facility", "Maple St", "--yes"])
    await run.shows("Sheet (its name or its number here):")
    run.type(`1${keys.enter}`)
    expect(await run.ends(), run.screen.text).toBe(0)
    expect(run.screen.text).toMatch(/Changed +1/)
    const alone = await admin.run(["locks", "activate", there.available, "--sheet", "New"])
    expect([alone.code, errorOf(alone)["message"]]).toEqual([2, "--sheet needs a file."])
  })

  it("processes returns and loads shipments from workbooks", async () => {
    const keeper = await place.signedIn(Role.id.SuperAdmin)
    const book = await bookOf({
      Box: [
        ["Serial Number", "Combination", "Box"],
        ["8490 0001", "0042", "B1"],
        [84_900_002, 42, "B1"]
      ]
    })
    writeFileSync(join(keeper.work, "shipment.xlsx"), book)
    const loaded = await keeper.run(["registry", "import", "shipment.xlsx", "--json", "rows,loaded,refused"])
    expect([loaded.code, JSON.parse(loaded.stdout)]).toEqual([8, { rows: 2, loaded: 1, refused: 1 }])
    expect(readFileSync(join(keeper.work, "shipment.errors.csv"), "utf8")).toContain("found 2 digits")
    const returns = file(
      "returned.xlsx",
      await bookOf({
        Locks: [
          ["serial", "status"],
          [there.available, "asleep"]
        ]
      })
    )
    const refused = await admin.run(["returns", "process", returns, "--recipient", "1", "--yes"])
    expect(refused.code).not.toBe(0)
  })

  it("imports the named or chosen sheet of facilities", async () => {
    const rows = (name: string) => [
      ["Our sites"],
      ["Facility Name", "Phone Number", "Address"],
      [name, "5550100200", "10 Maple St"]
    ]
    const book = file("sites.xlsx", await bookOf({ Old: rows("Elm Rd"), New: rows("Ash Ct") }))
    const refused = await admin.run(["facilities", "import", book, "--dry-run"])
    expect([refused.code, errorOf(refused)]).toMatchObject([
      2,
      { field: "sheet", next: "Choose the sheet with --sheet.", candidates: ["Old", "New"] }
    ])
    const named = await admin.run([
      "facilities",
      "import",
      book,
      "--sheet",
      "New",
      "--dry-run",
      "--json",
      "rows,created"
    ])
    expect([named.code, JSON.parse(named.stdout)]).toEqual([0, { rows: 1, created: 1 }])
    const run = new TerminalRun(admin, ["facilities", "import", book, "--dry-run"])
    await run.shows("Sheet (its name or its number here):")
    run.type(`1${keys.enter}`)
    expect(await run.ends(), run.screen.text).toBe(0)
    expect(run.screen.text).toMatch(/Would be added +1/)
    // A person doesn't read counts that are zero.
    expect(run.screen.text).not.toMatch(/Would be updated|Unchanged|Failed/)
  })

  it("accepts a serial code in two groups as a lock argument", async () => {
    const [first, second] = [there.available.slice(0, 4), there.available.slice(4)]
    for (const words of [[`${first} ${second}`], [`${first}-${second}`], [first, second]]) {
      const shown = await admin.run(["locks", "show", ...words, "--json", "serialCode"])
      expect([words, JSON.parse(shown.stdout)]).toEqual([words, { serialCode: there.available }])
    }
    const [a = ""] = await register(1)
    const activated = await admin.run(["locks", "activate", a.slice(0, 4), a.slice(4), "--facility", "Maple St"])
    expect(activated).toMatchObject({ code: 0 })
    const many = await admin.run(["locks", "show", "1048", "2233", "9999"])
    expect([many.code, errorOf(many)["code"]]).toEqual([2, "Usage"])
  })

  it("with a header only have nothing to do, and count no rows", async () => {
    const name = file("header.csv", "serial,status,code,unit\n")
    for (const args of [
      ["locks", "set-unit", "--file", name],
      ["locks", "set-code", "--file", name],
      ["returns", "process", name, "--recipient", "owner@acme.example.com"]
    ]) {
      for (const more of ["--yes", "--dry-run"]) {
        const ended = await admin.run([...args, more, "--json", "rows,applied,failed"])
        expect([args, ended.code, ended.stderr]).toEqual([args, 0, expect.stringContaining("The file has no rows.")])
        expect(JSON.parse(ended.stdout)).toEqual({ rows: 0, applied: 0, failed: 0 })
      }
    }
  })

  it("refuses a folder and a file that can't be read, wherever a file is expected", async () => {
    // Its name is too long: a user who may do anything has no file without permission.
    const unreadable = `${"x".repeat(300)}.csv`
    for (const [path, problem] of [
      [".", "This is not a file."],
      [unreadable, "The file can't be read (ENAMETOOLONG)."]
    ] as const) {
      for (const args of [
        ["locks", "set-color", "red", "--file", path],
        ["facilities", "import", path],
        ["users", "import", path],
        ["tickets", "create", "--subject", "Gate", "--category", "Other", "--description", "Stuck", "--files", path]
      ]) {
        const { code, stdout, stderr } = await admin.run([...args, "--json"])
        expect([args[0], code, stdout, JSON.parse(stderr)]).toMatchObject([
          args[0],
          2,
          "",
          { code: "FileRefused", message: `${path}: ${problem}` }
        ])
      }
    }
  })

  it("names only the first of many columns that aren't used", async () => {
    const columns = Array.from({ length: 500 }, (_, at) => `C${at}`)
    const wide = file("wide.csv", [["Serial Code", ...columns].join(","), [there.available, ...columns].join(",")])
    const { stderr } = await admin.run(["locks", "set-color", "red", "--file", wide, "--dry-run"])
    expect(stderr.split("\n")[0]).toBe(`Not used: ${columns.slice(0, 20).join(", ")} and 480 more.`)
  })
})
