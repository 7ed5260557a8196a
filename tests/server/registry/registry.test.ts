import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { Keyring } from "#server/secrets/Keyring.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

interface Result {
  readonly loaded: number
  readonly unchanged: number
  readonly refused: ReadonlyArray<{ row: number; column: string; error: string; fix: string }>
}

describe.each(usualHomes)("the registry of manufactured locks, on $name", (home) => {
  let server: TestServer
  let admin = ""
  let facilityID: FacilityId
  let next = 10_000_000
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID } = yield* makeCompany("acme")
        facilityID = yield* makeFacility(companyID, "Maple St")
      })
    )
    admin = await server.enter("acme", Role.id.SiteAdmin)
  })
  afterAll(() => server.close())

  /** Serial codes that no other test uses. */
  const serials = (count: number) => Array.from({ length: count }, () => String((next += 1)))
  const send = (rows: ReadonlyArray<unknown>, query = "") =>
    server.fetch(`/api/registry/import${query}`, { method: "POST", token: admin, body: { rows } })
  const load = async (pairs: ReadonlyArray<readonly [string, string]>, query = ""): Promise<Result> => {
    const { status, json } = await send(
      pairs.map(([serialCode, unlockCode], at) => ({ row: at + 2, serialCode, unlockCode })),
      query
    )
    expect(status).toBe(200)
    return (json as { data: Result }).data
  }
  const sql: TestServer["sql"] = (use) => server.sql(use)
  const held = (of: ReadonlyArray<string>) =>
    sql(
      (sql) => sql<{ serial: string; sealed: Uint8Array; loaded_by: number }>`
      SELECT serial, sealed, loaded_by FROM registry WHERE serial = ANY(${[...of]}::text[]) ORDER BY serial`
    )
  const codeOf = async (serial: string) => {
    const [row] = await held([serial])
    const sealed = row?.sealed
    return sealed === undefined
      ? null
      : server.run(Effect.map(Keyring, (keyring) => keyring.openRegistryCode(serial, sealed)))
  }
  const records = async () =>
    (await server.call(admin, (api) => api.audit.list({ query: { action: "registry.import" } }))).data

  it("loads valid rows and returns invalid ones with row, column, problem and fix", async () => {
    const [a = "", b = "", c = ""] = serials(3)
    const result = await load([
      [a, "0007"],
      ["1048223", "1234"],
      [b, "12"],
      [c, "9999"],
      ["", ""]
    ])
    expect(result).toEqual({
      loaded: 2,
      unchanged: 0,
      refused: [
        {
          row: 3,
          column: "serialCode",
          error: "Serial Code must be 8 digits, found 7 digits.",
          fix: "If the lock shows leading zeros, your spreadsheet dropped them: format the column as text and enter all 8 digits."
        },
        {
          row: 4,
          column: "unlockCode",
          error: "Combination must be 4 digits, found 2 digits.",
          fix: "Enter the 4 digits of the combination, leading zeros included."
        },
        { row: 6, column: "serialCode", error: "Serial Code must be 8 digits, found nothing.", fix: expect.any(String) }
      ]
    })
    expect(await codeOf(a)).toBe("0007")
    expect(await codeOf(c)).toBe("9999")
    expect((await held([b])).length).toBe(0)
  })

  it("keeps leading zeros of serial codes and combinations, up to the reveal", async () => {
    expect(await load([["00000042", "0001"]])).toEqual({ loaded: 1, unchanged: 0, refused: [] })
    const owner = await server.enter("acme", Role.id.Owner)
    await server.call(owner, (api) =>
      api.locks.activate({ query: {}, payload: { serialCode: "00000042", facilityID } })
    )
    const { data } = await server.call(owner, (api) =>
      api.locks.reveal({ query: {}, payload: { serialCode: "00000042", reason: "Remove Overlock" } })
    )
    expect([data.serialCode, data.unlockCode]).toEqual(["00000042", "0001"])
  })

  it("changes nothing when the same rows are sent again, and says so", async () => {
    const pairs = serials(20).map((serial, n) => [serial, String(1000 + n)] as const)
    expect(await load(pairs)).toEqual({ loaded: 20, unchanged: 0, refused: [] })
    const before = await held(pairs.map(([serial]) => serial))
    const recorded = (await records()).length
    expect(await load(pairs)).toEqual({ loaded: 0, unchanged: 20, refused: [] })
    expect(await held(pairs.map(([serial]) => serial))).toEqual(before)
    expect((await records()).length).toBe(recorded)
    const [more = ""] = serials(1)
    expect(await load([...pairs, [more, "4321"]])).toEqual({ loaded: 1, unchanged: 20, refused: [] })
  })

  it("refuses a combination that contradicts the registry, and keeps the existing one", async () => {
    const [known = "", fresh = ""] = serials(2)
    await load([[known, "1111"]])
    const result = await load([
      [fresh, "2222"],
      [known, "3333"]
    ])
    expect(result).toEqual({
      loaded: 1,
      unchanged: 0,
      refused: [
        {
          row: 3,
          column: "unlockCode",
          error: "This serial code is in the registry with another combination.",
          fix: expect.any(String)
        }
      ]
    })
    expect(await codeOf(known)).toBe("1111")
  })

  it("accepts a serial code repeated in one request once, and refuses a second combination for it", async () => {
    const [same = "", other = ""] = serials(2)
    const result = await load([
      [same, "1111"],
      [same, "1111"],
      [other, "2222"],
      [other, "3333"],
      [other, "2222"]
    ])
    expect(result).toMatchObject({ loaded: 2, unchanged: 2, refused: [{ row: 5, column: "unlockCode" }] })
    expect(await codeOf(other)).toBe("2222")
  })

  it("reports in a dry run what it would do, and writes nothing", async () => {
    const [known = "", fresh = "", wrong = ""] = serials(3)
    await load([[known, "1111"]])
    const recorded = await records()
    const pairs = [
      [known, "1111"],
      [fresh, "2222"],
      [wrong, "x"],
      [fresh, "2222"]
    ] as const
    const planned = await load(pairs, "?dryRun=true")
    expect(planned).toMatchObject({ loaded: 1, unchanged: 2, refused: [{ row: 4, column: "unlockCode" }] })
    expect(await held([fresh])).toEqual([])
    expect(await records()).toEqual(recorded)
    expect(await load(pairs)).toEqual(planned)
    expect(await load([[known, "9999"]], "?dryRun=true")).toMatchObject({ loaded: 0, refused: [{ row: 2 }] })
  })

  it("accepts 1 to 1,000 rows at once", async () => {
    const pairs = serials(1000).map((serial) => [serial, "1234"] as const)
    expect(await load(pairs)).toEqual({ loaded: 1000, unchanged: 0, refused: [] })
    const rows = serials(1001).map((serialCode, row) => ({ row: row + 1, serialCode, unlockCode: "1234" }))
    for (const wrong of [rows, []]) {
      const answer = await send(wrong)
      expect([answer.status, answer.json]).toMatchObject([
        400,
        { code: "Malformed", data: { issues: [{ path: "rows" }] } }
      ])
    }
    expect(await held(rows.map(({ serialCode }) => serialCode))).toEqual([])
  })

  it("loads rows that two users send concurrently only once, with a record for each user", async () => {
    const pairs = serials(200).map((serial) => [serial, "1234"] as const)
    const results = await Promise.all([load(pairs), load(pairs.toReversed()), load(pairs)])
    expect(results.reduce((sum, { loaded }) => sum + loaded, 0)).toBe(200)
    for (const { loaded, unchanged, refused } of results) expect([loaded + unchanged, refused]).toEqual([200, []])
  })

  it("seals combinations: the same one differs in every row, and none is readable in the database or the log", async () => {
    const pairs = serials(50).map((serial) => [serial, "7391"] as const)
    await load(pairs)
    const rows = await held(pairs.map(([serial]) => serial))
    expect(new Set(rows.map(({ sealed }) => Buffer.from(sealed).toString("hex"))).size).toBe(50)
    for (const { sealed } of rows) expect(Buffer.from(sealed).includes("7391")).toBe(false)
    const [a, b] = rows
    const swapped = server.run(
      Effect.map(Keyring, (keyring) => keyring.openRegistryCode(a?.serial ?? "", b?.sealed ?? new Uint8Array()))
    )
    await expect(swapped).rejects.toThrow()
    const [dump] = await sql(
      (sql) => sql<{ text: string }>`
      SELECT string_agg(payload, ' ') AS text FROM audit_records WHERE action = 'registry.import'`
    )
    expect(dump?.text).not.toMatch(/"7391"|\b7391\b/)
    expect(server.logged()).not.toMatch(/\b7391\b/)
  })

  it("records who loaded how many, with the first and the last serial code", async () => {
    const pairs = serials(3).map((serial) => [serial, "1234"] as const)
    await load(pairs)
    const [record] = await records()
    expect(record).toMatchObject({ action: "registry.import", subject: pairs[0]?.[0], userName: "Site Admin acme" })
    expect(JSON.parse(record?.payload ?? "")).toMatchObject({ loaded: 3, first: pairs[0]?.[0], last: pairs[2]?.[0] })
    expect((await server.call(admin, (api) => api.audit.verify({ query: {} }))).data.broken).toBeNull()
  })

  it("does not repeat a combination in the message for a malformed row", async () => {
    const wrong = [
      { row: 1, serialCode: "10482233", unlockCode: 7391 },
      { row: 1, serialCode: "10482233", unlockCode: ["7391"] },
      { row: 1, serialCode: "10482233", unlockCode: { code: "7391" } },
      { row: "7391", serialCode: "10482233", unlockCode: "1" },
      { serialCode: "10482233", unlockCode: "7391" }
    ]
    for (const row of wrong) {
      const answer = await send([row])
      expect([answer.status, answer.json]).toMatchObject([
        400,
        { code: "Malformed", data: { issues: [{ path: expect.stringMatching(/^rows\.0\.\w+$/) }] } }
      ])
      expect(answer.text).not.toContain("7391")
    }
    const broken = await server.fetch("/api/registry/import", {
      method: "POST",
      token: admin,
      body: '{"rows":[{"row":1,"serialCode":"10482233","unlockCode":"7391"'
    })
    expect(broken.status).toBe(400)
    expect(broken.text).not.toContain("7391")
    expect(server.logged()).not.toContain("7391")
  })
})
