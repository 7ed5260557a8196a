import { Effect } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { JobId } from "#core/base/ids.ts"
import { homes } from "../../support/databases.ts"
import { connect, listen, until } from "../hub/hubHarness.ts"
import { csvOf, header, useImportPlace } from "./importPlace.ts"

const three = csvOf(
  header,
  "Maple St,(555) 010-0200,10 Maple St,Ashgrove,New Jersey,07030",
  "Oak Ave,1 555 010 0201,2 Oak Ave,Northmoor,OH,43004",
  '"Quay, 7",555.010.0202,7 Quay,Port Linden,WA,98101'
)

describe.each(homes)("imports of facilities, on $name", (home) => {
  const place = useImportPlace(home)
  const { uploaded, upload, rows, committed, facilities, audits, ask, sql, company, emptied, enter } = place
  beforeEach(() => emptied())

  it("previews a file, and applies it with one record per row", async () => {
    const planned = await uploaded(three)
    expect(planned).toMatchObject({
      state: "planned",
      mode: 2,
      managementSoftware: 0,
      source: "sites.csv",
      total: 3,
      missing: [],
      counts: { create: 3, update: 0, skip: 0, fail: 0 }
    })
    expect(planned.columns.map(({ field, confidence }) => [field, confidence])).toEqual([
      ["facilityName", "exact"],
      ["phoneNumber", "exact"],
      ["street", "exact"],
      ["city", "exact"],
      ["state", "exact"],
      ["zip", "exact"]
    ])
    expect(planned.columns[5]?.samples).toEqual(["07030", "43004", "98101"])
    // Planning changes nothing.
    expect(await facilities()).toEqual([])
    const before = (await audits()).length
    const done = await committed(planned.importID)
    expect(done).toMatchObject({ state: "done", done: 3, failed: 0, counts: { create: 3, fail: 0 } })
    expect(
      (await facilities()).map(({ name, phone, street, state, zip }) => ({ name, phone, street, state, zip }))
    ).toEqual([
      { name: "Maple St", phone: "5550100200", street: "10 Maple St", state: "NJ", zip: "07030" },
      { name: "Oak Ave", phone: "5550100201", street: "2 Oak Ave", state: "OH", zip: "43004" },
      { name: "Quay, 7", phone: "5550100202", street: "7 Quay", state: "WA", zip: "98101" }
    ])
    const made = (await audits()).slice(before)
    expect(made.map(({ action }) => action)).toEqual(Array(3).fill("facilities.create"))
    const planRows = await rows(planned.importID)
    expect(planRows.map(({ row, outcome, done }) => ({ row, outcome, done }))).toEqual([
      { row: 2, outcome: "create", done: true },
      { row: 3, outcome: "create", done: true },
      { row: 4, outcome: "create", done: true }
    ])
    expect(made.map(({ subject }) => subject)).toEqual(planRows.map(({ facilityID }) => `facility:${facilityID}`))
    const [first] = planRows
    const [record] = await sql(
      (sql) => sql<{ subject: string }>`
        SELECT subject FROM audit_records WHERE company_id = ${company.acme} AND seq = ${first?.auditSeq ?? 0}`
    )
    expect(record?.subject).toBe(`facility:${first?.facilityID}`)
  })

  it("reads digits as spreadsheets write whole numbers, and leaves names and streets as they are", async () => {
    const planned = await uploaded(
      csvOf(
        `${header},Customer Service Phone Number,Number of Units`,
        "3.0,5550100293.0,100.0,Ashgrove,NJ,07030.0,5550100294.00,3.0",
        '4.0,15550100295.0,4.0 Oak Ave,Ashgrove,OH,43004.00,,"1,200.0"',
        "Half,5550100296,5 Oak Ave,Ashgrove,OH,43004-1.0,,3.5",
        "Zero,5550100297,6 Oak Ave,Boston,Massachusetts,2134.0,,"
      )
    )
    expect(planned).toMatchObject({ counts: { create: 2, fail: 2 } })
    expect((await rows(planned.importID, "fail"))[1]?.issues).toEqual([
      {
        column: 5,
        field: "zip",
        label: "Zip",
        expected: "5 digits",
        found: "2134.0",
        fix: "Enter all 5 digits: your spreadsheet dropped the leading zero."
      }
    ])
    await committed(planned.importID)
    const shown = (await facilities()).map((row) =>
      ["name", "phone", "street", "zip", "customer_service_phone", "units"].map((column) => row[column])
    )
    expect(shown).toEqual([
      ["3.0", "5550100293", "100.0", "07030", "5550100294", 3],
      ["4.0", "5550100295", "4.0 Oak Ave", "43004", "", 1200]
    ])
  })

  it("keeps an unbroken audit log of thousands of rows, with the record of each row", async () => {
    const many = Array.from({ length: 6000 }, (_, nth) => `Long ${nth},5550100200,${nth + 1} Oak St,,,`)
    const { importID } = await uploaded(csvOf(header, ...many))
    expect(await committed(importID)).toMatchObject({ state: "done", done: 6000, failed: 0 })
    const wrong = await sql(
      (sql) => sql`
        SELECT r.row FROM job_rows r JOIN jobs j USING (job_id) LEFT JOIN audit_records a
          ON a.company_id = j.company_id AND a.seq = r.audit_seq AND a.subject = 'facility:' || r.facility_id
        WHERE j.company_id = ${company.acme} AND j.number = ${importID} AND a.seq IS NULL`
    )
    expect(wrong).toEqual([])
    const { data } = await ask<{ readonly broken: unknown }>("GET", "/audit/verify")
    expect(data).toMatchObject({ broken: null })
  })

  it("matches a facility by name: changes it, or has nothing to change", async () => {
    await committed((await uploaded(three)).importID)
    const again = await uploaded(
      csvOf(
        header,
        // The first row is identical, the second has a new street, an uppercase name and no city, and the third is new.
        "Maple St,5550100200,10 Maple St,Ashgrove,NJ,07030",
        "OAK AVE,5550100201,3 Oak Ave,,,",
        "Elm,5550100203,1 Elm Rd,,,"
      )
    )
    expect(again.counts).toEqual({ create: 1, update: 1, skip: 1, fail: 0 })
    expect((await rows(again.importID, "update"))[0]).toMatchObject({ row: 3, changes: ["street"], outcome: "update" })
    const before = (await audits()).length
    await committed(again.importID)
    const [, oak] = await facilities()
    expect(oak).toMatchObject({ name: "Oak Ave", street: "3 Oak Ave", city: "Northmoor", version: 2 })
    expect((await audits()).slice(before).map(({ action }) => action)).toEqual([
      "facilities.update",
      "facilities.create"
    ])
    expect((await uploaded(csvOf(header, "Maple St,5550100200,10 Maple St,Ashgrove,NJ,07030"))).counts.skip).toBe(1)
  })

  it("changes no facility that its plan left unchanged, even if the data changed since", async () => {
    await committed((await uploaded(three)).importID)
    const again = await uploaded(three.replace("2 Oak Ave", "3 Oak Ave"))
    expect(again.counts).toEqual({ create: 0, update: 1, skip: 2, fail: 0 })
    const moved = await uploaded(csvOf(header, "Maple St,5550100200,99 Maple St,Ashgrove,NJ,07030"))
    await committed(moved.importID)
    expect(await committed(again.importID)).toMatchObject({ state: "done" })
    expect((await facilities()).map(({ street }) => street)).toEqual(["99 Maple St", "3 Oak Ave", "7 Quay"])
    expect((await rows(again.importID))[0]).toMatchObject({ problem: { code: "RowNotPlanned" } })
  })

  it("refuses numbers that a spreadsheet shortened, and says how to keep their digits", async () => {
    const text = csvOf(
      header,
      "Short St,5.55E+09,10 Short St,Keene,NH,3.431E+03",
      "Long St,5550100200,9 Long St,,,12E4"
    )
    const failed = await rows((await uploaded(text)).importID, "fail")
    const short = "Your spreadsheet shortened the number: format the column as text and enter all its digits."
    expect(failed.map(({ row, issues }) => [row, issues.map(({ found, fix }) => [found, fix])])).toEqual([
      [
        2,
        [
          ["5.55E+09", short],
          ["3.431E+03", short]
        ]
      ],
      [3, [["12E4", short]]]
    ])
  })

  it("describes each problem, allows fixing it in place, and detects duplicate names", async () => {
    const planned = await uploaded(
      csvOf(
        header,
        "Maple St,555010020,10 Maple St,,,",
        "Oak Ave,5550100201,Oak,,,",
        ",5550100202,7 Quay,,,",
        "oak ave,5550100203,9 Oak Ave,,,",
        "Elm,5550100203,1 Elm Rd,,,"
      )
    )
    expect(planned.counts).toEqual({ create: 1, update: 0, skip: 0, fail: 4 })
    const failed = await rows(planned.importID, "fail")
    expect(failed.map(({ row, issues }) => [row, issues.map(({ column, found }) => [column, found])])).toEqual([
      [2, [[1, "555010020"]]],
      [3, [[2, "Oak"]]],
      [4, [[0, ""]]],
      [5, [[0, "oak ave"]]]
    ])
    expect(failed[0]?.issues[0]).toMatchObject({ label: "Phone Number", expected: "10 digits" })
    expect(failed[3]?.issues[0]?.fix).toContain("Row 3 already has this name")
    const fix = (row: number, cells: ReadonlyArray<object>) =>
      ask<{ rows: ReadonlyArray<{ row: number; outcome: string }>; import: { counts: object } }>(
        "PUT",
        `/facilities/imports/${planned.importID}/rows/${row}`,
        { cells }
      )
    expect((await fix(2, [{ column: 1, text: "5550100200" }])).data).toMatchObject({
      rows: [{ row: 2, outcome: "create" }],
      import: { counts: { create: 2, fail: 3 } }
    })
    // The first of two duplicates gets another name, so the second becomes unique.
    const freed = await fix(3, [
      { column: 0, text: "Oak Lane" },
      { column: 2, text: "2 Oak Lane" }
    ])
    expect(freed.data.rows.map(({ row, outcome }) => [row, outcome])).toEqual([
      [3, "create"],
      [5, "create"]
    ])
    // Renamed back, it is a duplicate again.
    const taken = await fix(3, [{ column: 0, text: "OAK AVE" }])
    expect(taken.data.rows.map(({ row, outcome }) => [row, outcome])).toEqual([
      [3, "create"],
      [5, "fail"]
    ])
    expect((await fix(3, [{ column: 6, text: "x" }])).code).toBe("ImportRowNotFound")
    expect((await fix(99, [{ column: 0, text: "x" }])).code).toBe("ImportRowNotFound")
    await committed(planned.importID)
    expect((await facilities()).map(({ name }) => name)).toEqual(["Maple St", "OAK AVE", "Elm"])
    expect((await fix(4, [{ column: 0, text: "Late" }])).code).toBe("JobStateRefused")
  })

  it("returns a fixed row without unchanged rows of the same name", async () => {
    const same = Array.from({ length: 5 }, (_, nth) => `Same,555010020${nth},${nth} Same St,,,`)
    const planned = await uploaded(csvOf(header, ...same))
    expect(planned.counts).toEqual({ create: 1, update: 0, skip: 0, fail: 4 })
    const fix = async (row: number, text: string) =>
      (
        await ask<{ rows: ReadonlyArray<{ row: number; outcome: string }> }>(
          "PUT",
          `/facilities/imports/${planned.importID}/rows/${row}`,
          { cells: [{ column: 0, text }] }
        )
      ).data.rows.map(({ row: each, outcome }) => [each, outcome])
    expect(await fix(6, "Other")).toEqual([[6, "create"]])
    expect(await fix(5, "Same")).toEqual([[5, "fail"]])
    // Without the first row, the others are duplicates of a different row, or of none.
    expect(await fix(2, "First")).toEqual([
      [2, "create"],
      [3, "create"],
      [4, "fail"],
      [5, "fail"]
    ])
  })

  it("returns failed rows as a file that changes only those rows when it is imported", async () => {
    const planned = await uploaded(
      csvOf("Name,Phone,Street,Remark", "Maple St,5550100200,10 Maple St,=1+1", "Oak Ave,12,2 Oak Ave,+cheap")
    )
    const errorsOf = async (importID: JobId) =>
      (await ask<{ csv: string; rows: number; after: null }>("GET", `/facilities/imports/${importID}/errors`)).data
    const before = await errorsOf(planned.importID)
    expect(before).toMatchObject({ rows: 1, after: null })
    const [head, line] = before.csv.split("\r\n")
    expect(head).toBe("Name,Phone,Street,Remark,error,fix")
    // Formulas are exported as text.
    expect(line).toMatch(/^Oak Ave,12,2 Oak Ave,'\+cheap,"?Phone Number: expected 10 digits, found '12'/)
    await committed(planned.importID)
    const after = await errorsOf(planned.importID)
    expect(after.csv).toBe(before.csv)
    const fed = await uploaded(after.csv.replace("Ave,12,", "Ave,5550100201,"))
    expect(fed).toMatchObject({ total: 1, counts: { create: 1, fail: 0 } })
    expect(fed.columns.map(({ header }) => header)).toEqual(["Name", "Phone", "Street", "Remark"])
    expect((await rows(fed.importID))[0]?.cells[3]).toBe("+cheap")
    await committed(fed.importID)
    expect((await facilities()).map(({ name, version }) => [name, version])).toEqual([
      ["Maple St", 1],
      ["Oak Ave", 1]
    ])
  })

  it("uses the chosen columns, and remembers them for the same headers and user", async () => {
    const odd = csvOf("Filiale,Rufnummer,Wo", "Maple St,5550100200,10 Maple St")
    const planned = await uploaded(odd)
    expect(planned.missing).toEqual(["facilityName", "phoneNumber", "street"])
    expect(planned.counts.fail).toBe(1)
    const map = (mapping: ReadonlyArray<string | null>, token?: string) =>
      ask("PUT", `/facilities/imports/${planned.importID}/mapping`, { mapping }, token)
    expect((await map(["facilityName", "facilityName", null])).code).toBe("ImportMappingRefused")
    expect((await map(["facilityName"])).code).toBe("ImportMappingRefused")
    // Not a field of this FMS.
    expect((await map(["facilityName", "locationCode", null])).code).toBe("ImportMappingRefused")
    expect((await map(["nothing", null, null])).status).toBe(400)
    const mapped = await map(["facilityName", "phoneNumber", "street"])
    expect(mapped.data).toMatchObject({ missing: [], counts: { create: 1, fail: 0 } })
    expect(mapped.data.columns.map(({ confidence }) => confidence)).toEqual(["chosen", "chosen", "chosen"])
    const next = await uploaded(csvOf("Filiale,Rufnummer,Wo", "Oak,5550100201,2 Oak Ave"))
    expect(next.columns.map(({ field, confidence }) => [field, confidence])).toEqual([
      ["facilityName", "remembered"],
      ["phoneNumber", "remembered"],
      ["street", "remembered"]
    ])
    const others = await upload(csvOf("Filiale,Rufnummer,Wo", "Pine,5550100201,2 Pine Ave"), {
      token: await enter("acme", Role.id.Admin)
    })
    expect(others.data.missing).toHaveLength(3)
  })

  it("is the same import when the same file is uploaded again, until it is done", async () => {
    const planned = await uploaded(three)
    await ask("PUT", `/facilities/imports/${planned.importID}/rows/2`, { cells: [{ column: 3, text: "Elsewhere" }] })
    const again = await Promise.all([uploaded(three), uploaded(three)])
    expect(again.map(({ importID }) => importID)).toEqual([planned.importID, planned.importID])
    expect((await rows(planned.importID))[0]?.cells[3]).toBe("Elsewhere")
    await sql((sql) => sql`UPDATE jobs SET state = 'applying' WHERE number = ${planned.importID}`)
    expect(await upload(three)).toMatchObject({ status: 409, code: "JobUnfinished", data: { jobID: planned.importID } })
    expect((await uploaded(three, { resume: true })).importID).toBe(planned.importID)
    expect((await ask("POST", `/facilities/imports/${planned.importID}/resume`)).status).toBe(200)
    expect((await place.ended(planned.importID)).state).toBe("done")
    const fresh = await uploaded(three)
    expect(fresh.importID).not.toBe(planned.importID)
    expect(fresh.counts).toEqual({ create: 0, update: 1, skip: 2, fail: 0 })
  })

  // The embedded database has one connection, so its read statistics count only this test.
  if (home.name === "embedded") {
    it("finds names with the index, even if there were few facilities at the start", async () => {
      const filler = async (from: number, to: number): Promise<void> => {
        await sql(
          (sql) => sql`
            INSERT INTO facilities (company_id, name, phone, created_at)
            SELECT ${company.acme}, 'Filler ' || n, '5550100200', now() FROM generate_series(${from}::int, ${to}::int) AS n`
        )
      }
      const read = () =>
        sql((sql) =>
          Effect.andThen(
            sql`SELECT pg_stat_force_next_flush()`,
            Effect.map(
              sql<{ n: number }>`SELECT seq_tup_read::int AS n FROM pg_stat_user_tables WHERE relname = 'facilities'`,
              ([row]) => row?.n ?? 0
            )
          )
        )
      const file = (name: string) =>
        csvOf(header, ...Array.from({ length: 200 }, (_, nth) => `${name} ${nth},5550100200,1 ${name} St,,,`))
      await filler(1, 3)
      await sql((sql) => sql`ANALYZE facilities`)
      // PostgreSQL caches a generic plan after a few good runs.
      for (let nth = 0; nth < 8; nth += 1) await uploaded(file(`Few ${nth}`))
      await filler(4, 5000)
      const before = await read()
      expect((await uploaded(file("Absent"))).counts).toMatchObject({ create: 200 })
      // A sequential scan per name would read a million rows.
      expect((await read()) - before).toBeLessThan(100_000)
    })
  }

  it("sends live events with its progress when it is fixed and applied, only to the company", async () => {
    const people = [await enter("acme", Role.id.Admin), await enter("other", Role.id.Owner)]
    const clients = await Promise.all(
      people.map((token) => connect(`${place.server.address}/api/hub`, { person: { token } }))
    )
    const heard = clients.map((client) => listen(client, "importFacilityProgress"))
    for (const [nth, client] of clients.entries()) await client.invoke("joinCompanyGroup", people[nth])
    const { importID } = await uploaded(three)
    await ask("PUT", `/facilities/imports/${importID}/rows/2`, { cells: [{ column: 3, text: "Elsewhere" }] })
    await ask("PUT", `/facilities/imports/${importID}/mapping`, {
      mapping: ["facilityName", "phoneNumber", "street", "city", null, null]
    })
    const begun = { importID, percent: 0, done: 0, total: 3 }
    await until("the draft was heard of", () => heard[0]?.length === 3)
    expect(heard[0]).toEqual([[begun], [begun], [begun]])
    await committed(importID)
    const over = { importID, percent: 100, done: 3, total: 3 }
    await until("the end was heard", () => JSON.stringify(heard[0]?.at(-1)) === JSON.stringify([over]))
    await uploaded(csvOf(header, "Given up,5550100200,1 Up St,,,")).then((other) =>
      ask("POST", `/facilities/imports/${other.importID}/cancel`)
    )
    await until("the end of the other was heard", () => heard[0]?.length === 7)
    expect(heard[1]).toEqual([])
  })

  it("is a job: jobs show it, and canceling keeps what is done", async () => {
    const planned = await uploaded(three)
    const shown = await ask<Record<string, unknown>>("GET", `/jobs/${planned.importID}`)
    expect(shown.data).toMatchObject({ kind: "importFacilities", total: 3, wouldApply: 3, state: "receiving" })
    expect((await ask("POST", `/jobs/${planned.importID}/rows`, { rows: [{ row: 9, serialCode: "1" }] })).code).toBe(
      "JobStateRefused"
    )
    expect((await ask("POST", `/facilities/imports/${planned.importID}/cancel`)).data.state).toBe("cancelled")
    expect((await ask("POST", `/facilities/imports/${planned.importID}/commit`)).code).toBe("JobStateRefused")
    expect(await facilities()).toEqual([])
    const next = await uploaded(three)
    expect((await ask("POST", `/jobs/${next.importID}/plan`)).status).toBe(200)
    expect((await ask("POST", `/jobs/${next.importID}/apply`)).status).toBe(200)
    expect((await place.ended(next.importID)).counts.create).toBe(3)
  })
})
