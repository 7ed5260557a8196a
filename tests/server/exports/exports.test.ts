import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import type { FacilityId, LockId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLock, makeLocks } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer, wide } from "../../support/testServer.ts"
import { readSheet } from "./readSheet.ts"

const { Available, AssignedOverlock, TenantUsingLock, AssignedAuction } = LockStatus.id
const header = [
  "Color",
  "Serial Code",
  "Unit",
  "Combination",
  "Status",
  "Updated By",
  "Updated On (UTC)",
  "Facility Name"
]
/** Units that a spreadsheet would evaluate, and one that XML can't contain. */
const hostile = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "bell\u0007", 'a,"b"', "😀"]

describe.each(usualHomes)("exports, on $name", (home) => {
  let server: TestServer
  let maple: FacilityId
  let theirs: LockId
  const clock = movableClock()
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID } = yield* makeCompany("acme")
        const open = yield* makeCompany("open", { hideLockCodes: false, hideLockCodesFlag: false })
        const other = yield* makeCompany("other")
        const sql = yield* SqlClient.SqlClient
        maple = yield* makeFacility(companyID, "Maple St")
        const yard = yield* makeFacility(open.companyID, "Open Yard")
        const zebra = yield* makeFacility(other.companyID, "Zebra")
        const lock = { companyID, facilityID: maple, code: "4711", status: AssignedOverlock }
        yield* makeLocks(hostile.map((unit, nth) => ({ ...lock, serial: `0000010${nth}`, unit })))
        yield* makeLock({ ...lock, facilityID: null, serial: "00000200", status: Available })
        const shown = { companyID: open.companyID, facilityID: yard, unit: "7" }
        yield* makeLock({ ...shown, serial: "00000301", code: "0042", status: AssignedOverlock })
        yield* makeLock({ ...shown, serial: "00000302", code: "4712", status: TenantUsingLock })
        yield* makeLock({ ...shown, serial: "00000303", code: "4713", status: AssignedAuction })
        theirs = yield* makeLock({ ...lock, companyID: other.companyID, facilityID: zebra, serial: "77770001" })
        yield* sql`UPDATE locks SET updated_by = (SELECT user_id FROM users WHERE email = 'owner@acme.example.com'),
          updated_at = '2026-03-04T05:06:07Z' WHERE serial = '00000100'`
      }),
      { clock, limits: { ...wide, exportPerUser: { times: 12, seconds: 60 } } }
    )
  })
  afterAll(() => server.close())

  const ask = async (body: unknown, company = "acme", role: RoleId = Role.id.Owner, path = "/locks/export") => {
    const token = await server.enter(company, role)
    const response = await fetch(`${server.address}/api${path}`, {
      method: "POST",
      headers: { authorization: token, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = Buffer.from(bytes).toString()
    return { status: response.status, headers: response.headers, bytes, text }
  }
  const records = async (action: string) =>
    (
      await server.call(await server.enter("acme", Role.id.Owner), (api) => api.audit.list({ query: { action } }))
    ).data.map(({ payload, userName }) => ({ ...(JSON.parse(payload) as Record<string, unknown>), userName }))
  const idsOf = async () =>
    (
      await server.call(await server.enter("acme", Role.id.Owner), (api) => api.locks.search({ query: { count: 100 } }))
    ).data.map(({ lockID }) => lockID)

  it("are workbooks of search results: zeros kept, formulas as text, dates as dates, combinations masked", async () => {
    const { status, headers, bytes } = await ask({ format: "xlsx", filter: `facilityID=${maple}` })
    expect([status, headers.get("x-export-rows")]).toEqual([200, "8"])
    expect(headers.get("content-type")).toBe("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="locks-\d{4}-\d\d-\d\d-\d{6}\.xlsx"$/)
    expect(headers.get("cache-control")).toBe("no-store")
    const { sheets, rows, formats } = await readSheet(bytes)
    expect(sheets).toEqual(["Locks"])
    expect(rows[0]).toEqual(header)
    expect(rows.slice(1).map((row) => row[1])).toEqual(hostile.map((_, nth) => `0000010${nth}`))
    // Plain strings: ExcelJS would read a formula as an object.
    expect(rows.slice(1).map((row) => row[2])).toEqual(hostile.map((unit) => unit.replace("\u0007", "")))
    const [, first = []] = rows
    expect(first[0]).toBe("gray")
    expect(rows.slice(1).map((row) => row[3])).toEqual(hostile.map(() => "****"))
    expect(first.slice(4)).toEqual(["Assigned Overlock", "Owner acme", new Date("2026-03-04T05:06:07Z"), "Maple St"])
    expect(formats).toEqual(["@", "@", "@", "@", "@", "@", "mm.dd.yyyy - h:mm AM/PM", "@"])
  })

  it("are CSV as well, with formulas as text", async () => {
    const { status, headers, text } = await ask({
      format: "csv",
      filter: `facilityID=${maple}`,
      columns: ["unitNumber", "serialCode", "unlockCode"]
    })
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"])
    expect(text.split("\r\n")).toEqual([
      "Unit,Serial Code,Combination",
      "'=1+1,00000100,****",
      "'+1,00000101,****",
      "'-1,00000102,****",
      "'@SUM(A1),00000103,****",
      '"\'\t=1",00000104,****',
      "bell\u0007,00000105,****",
      '"a,""b""",00000106,****',
      "😀,00000107,****",
      ""
    ])
  })

  it("show a combination exactly if the rule shows it to this user for this lock", async () => {
    for (const format of ["csv", "xlsx"] as const) {
      const { bytes, text } = await ask({ format, columns: ["serialCode", "unlockCode"] }, "open")
      const rows = format === "csv" ? text.split("\r\n").map((line) => line.split(",")) : (await readSheet(bytes)).rows
      expect(rows.slice(1, 4)).toEqual([
        ["00000301", "0042"],
        ["00000302", "****"],
        ["00000303", "****"]
      ])
    }
  })

  it("contain only the selection, in its order, and nothing of another company", async () => {
    const ids = await idsOf()
    const picked = [ids[4] ?? 0, theirs, ids[1] ?? 0, ids[4] ?? 0, 2_000_000_000]
    const { headers, text } = await ask({ format: "csv", lockIDs: picked, columns: ["serialCode"] })
    expect([headers.get("x-export-rows"), text]).toEqual(["2", "Serial Code\r\n00000104\r\n00000101\r\n"])
    const { text: all } = await ask({ format: "csv", sort: "serialCode=desc", columns: ["serialCode"] })
    expect(all).not.toContain("7777")
    expect(all.split("\r\n").slice(1, 3)).toEqual(["00000200", "00000107"])
  })

  it("are named after the inventory when it was exported", async () => {
    const { headers, text } = await ask({ format: "csv", filter: "inventory=true", columns: ["serialCode"] })
    expect(headers.get("content-disposition")).toMatch(/"inventory-locks-[\d-]+\.csv"/)
    expect(text).toBe("Serial Code\r\n00000200\r\n")
  })

  it("omit what a vendor's lists omit, and refuse filters that would reveal it", async () => {
    const vendor = await ask({ format: "csv", filter: `facilityID=${maple}` }, "acme", Role.id.Vendor)
    expect(vendor.text.split("\r\n")[0]).toBe("Color,Serial Code,Unit,Combination,Facility Name")
    expect(vendor.text).not.toContain("Overlock")
    const refused = await ask({ format: "csv", filter: "status=1004" }, "acme", Role.id.Vendor)
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([403, { code: "SearchNotShown" }])
  })

  it("are audited: who, how many, which filter, which columns", async () => {
    await ask({ format: "xlsx", filter: `facilityID=${maple};text=0000010`, columns: ["serialCode"] }, "acme", 7)
    const [latest] = await records("exports.locks")
    expect(latest).toMatchObject({
      userName: "Call Center Agent acme",
      subject: "locks",
      rows: 8,
      format: "xlsx",
      filter: `facilityID=${maple};text=0000010`,
      columns: "Serial Code"
    })
  })

  it("can be made from submitted rows", async () => {
    const body = {
      format: "xlsx",
      name: "return-history",
      sheet: "Returns",
      columns: [
        { title: "Serial Code", kind: "text" },
        { title: "Count", kind: "number" },
        { title: "On", kind: "date", width: 50 }
      ],
      rows: [
        ["00012345", 3, Date.parse("2026-01-02T03:04:05Z")],
        ["=cmd()", null, null]
      ]
    }
    const { status, headers, bytes } = await ask(body, "acme", Role.id.Vendor, "/exports/rows")
    expect([status, headers.get("x-export-rows")]).toEqual([200, "2"])
    expect(headers.get("content-disposition")).toContain('"return-history-')
    const { sheets, rows } = await readSheet(bytes)
    expect(sheets).toEqual(["Returns"])
    expect(rows).toEqual([
      ["Serial Code", "Count", "On"],
      ["00012345", 3, new Date("2026-01-02T03:04:05Z")],
      ["=cmd()"]
    ])
    expect((await records("exports.rows"))[0]).toMatchObject({ subject: "return-history", rows: 2, format: "xlsx" })
    for (const [sheet, taken] of [
      ["History", "Sheet History"],
      ["a/b:c", "a b c"],
      ["[]", "Sheet"]
    ] as const) {
      const answer = await ask({ ...body, sheet }, "acme", Role.id.Owner, "/exports/rows")
      expect((await readSheet(answer.bytes)).sheets).toEqual([taken])
    }
    for (const wrong of [
      { name: "../x" },
      { sheet: "x".repeat(32) },
      { sheet: "" },
      { columns: [] },
      { format: "xls" }
    ]) {
      const { status: answer, text } = await ask({ ...body, ...wrong }, "acme", Role.id.Owner, "/exports/rows")
      expect([wrong, answer, JSON.parse(text)]).toMatchObject([wrong, 400, { code: "Malformed" }])
    }
  })

  it("are limited per user", async () => {
    clock.advance(120_000)
    const personnel = () => ask({ format: "csv", columns: ["serialCode"] }, "acme", Role.id.Personnel)
    for (let nth = 0; nth < 12; nth++) expect((await personnel()).status).toBe(200)
    const refused = await personnel()
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([429, { code: "TooManyRequests" }])
    expect((await ask({ format: "csv", columns: ["serialCode"] })).status).toBe(200)
    clock.advance(61_000)
    expect((await personnel()).status).toBe(200)
  })
})
