import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { CompanyId, FacilityId, UserId } from "#core/base/ids.ts"
import type { ShownLock } from "#core/locks/Lock.ts"
import { LockColor } from "#core/locks/lockColors.ts"
import type { FoundLocks } from "#core/locks/LocksApi.ts"
import { sortFields } from "#core/locks/lockSearch.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { homes } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLocks, type ManyLockFacts } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

const units = [
  undefined,
  "A-1",
  "a-2",
  "B-114",
  "B-115",
  "100%",
  "10_0",
  "1000",
  "back\\slash",
  "back/slash",
  "x;y=z",
  "Z 9",
  "a-1"
]

/** 60 locks that differ in all fields, with equal values in every sortable field. */
const varied = (companyID: CompanyId, facilities: ReadonlyArray<FacilityId>, people: ReadonlyArray<UserId>) =>
  Array.from({ length: 60 }, (_, n): ManyLockFacts => ({
    companyID,
    facilityID: n % 4 === 3 ? null : (facilities[(n % 4) % facilities.length] ?? null),
    serial: String(10_480_000 + ((n * 7919) % 60) * 137).padStart(8, "0"),
    code: String(n).padStart(4, "0"),
    status: LockStatus.ids[n % 12] ?? 1001,
    color: LockColor.ids[n % 8] ?? 0,
    active: n % 20 !== 19,
    ...(units[n % 13] === undefined ? {} : { unit: units[n % 13] ?? "" }),
    updatedBy: n % 5 === 0 ? null : (people[n % people.length] ?? null),
    updatedAt: new Date(Date.UTC(2026, 0, 1 + (n % 9), n % 3))
  }))

describe.each(homes)("the lock search, on $name", (home) => {
  let server: TestServer
  let tokens: Readonly<Record<"hidden" | "open", string>>
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        for (const [company, first] of [
          ["hidden", 1],
          ["open", 2]
        ] as const) {
          const { companyID, users } = yield* makeCompany(company, { hideLockCodes: company === "hidden" })
          const facilities = [
            yield* makeFacility(companyID, "Oak Ave"),
            yield* makeFacility(companyID, "birch Rd"),
            yield* makeFacility(companyID, "Maple St")
          ]
          const people = [Role.id.Owner, Role.id.Personnel].flatMap((role) => users.get(role) ?? [])
          const serialOf = (serial: string) => `${first}${serial.slice(1)}`
          yield* makeLocks(
            varied(companyID, facilities, people).map((lock) => ({ ...lock, serial: serialOf(lock.serial) }))
          )
          const big = yield* makeCompany(`${company}-big`, { hideLockCodes: company === "hidden" })
          yield* makeLocks(
            Array.from({ length: 2_345 }, (_, n) => ({
              companyID: big.companyID,
              facilityID: null,
              serial: String(first * 30_000_000 + ((n * 7919) % 2_345)),
              code: String(n % 10_000).padStart(4, "0"),
              status: LockStatus.ids[n % 12] ?? 1001,
              unit: `U${n % 50}`
            }))
          )
        }
      })
    )
    tokens = { hidden: await server.enter("hidden", Role.id.Admin), open: await server.enter("open", Role.id.Admin) }
  })
  afterAll(() => server.close())

  const search = async (token: string, query: Readonly<Record<string, string | number>>) => {
    const text = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    const { json } = await server.fetch(`/api/locks/search?${text.join("&")}`, { token })
    return json as typeof FoundLocks.Type
  }
  const listed = new Map<string, ReadonlyArray<ShownLock>>()
  const everything = async (token: string) => {
    const all = listed.get(token) ?? (await search(token, { count: 1000 })).data
    listed.set(token, all)
    return all
  }
  const by = (...pairs: ReadonlyArray<readonly [string, string | number]>) =>
    pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join(";")

  describe.each(["hidden", "open"] as const)("with codes %s", (company) => {
    const has = (text: string) => (lock: ShownLock) =>
      lock.serialCode.includes(text) || (lock.unitNumber ?? "").toLowerCase().includes(text.toLowerCase())
    const filters: ReadonlyArray<readonly [string, string, (lock: ShownLock) => boolean]> = [
      ["nothing", "", () => true],
      ["a prefix", by(["text", company === "hidden" ? "1048" : "2048"]), () => true],
      ["part of a serial code", by(["text", "0137"]), has("0137")],
      ["part of a unit, ignoring case", by(["text", "a-"]), has("a-")],
      ["a unit as 'key'", by(["key", "B-11"]), has("B-11")],
      ["part of a unit without separators", by(["text", "b115"]), has("B-115")],
      ["a short part of a unit", by(["text", "z9"]), has("Z 9")],
      [
        "eight digits as a complete serial code",
        by(["text", company === "hidden" ? "10480137" : "20480137"]),
        (l) => l.serialCode.endsWith("0480137")
      ],
      [
        "a serial code in two groups, as printed",
        by(["text", company === "hidden" ? "1048 0137" : "2048-0137"]),
        (l) => l.serialCode.endsWith("0480137")
      ],
      ["an unknown serial code", by(["text", "04801370"]), () => false],
      ["a percent sign, literally", by(["text", "%"]), has("%")],
      ["an underscore, literally", by(["text", "0_0"]), has("0_0")],
      ["a backslash, literally", by(["text", "\\"]), has("\\")],
      ["a quotation mark", by(["text", "'"]), () => false],
      ["a semicolon and an equals sign", by(["text", "x;y=z"]), has("x;y=z")],
      ["a complete unit, however it is written", by(["unit", " a-1"]), (l) => /^a-1$/i.test(l.unitNumber ?? "")],
      ["a unit as 'unitNumber'", by(["unitNumber", "100%"]), (l) => l.unitNumber === "100%"],
      [
        "a serial code",
        by(["serialCode", company === "hidden" ? "10480000" : "20480000"]),
        (l) => l.serialCode.endsWith("0480000")
      ],
      ["a status", by(["status", 1006]), (l) => l.secondaryLockStatus === 1006],
      [
        "statuses, as 'secondaryLockStatus', by name",
        by(["secondaryLockStatus", "Assigned Auction,1001"]),
        (l) => [1001, 1008].includes(l.secondaryLockStatus ?? 0)
      ],
      ["a color", by(["color", -65536]), (l) => l.color === -65536],
      ["who changed it", by(["updatedBy", "owner"]), (l) => l.updatedBy === `Owner ${company}`],
      ["inventory", by(["inventory", "true"]), (l) => l.facilityID === null],
      ["locks at facilities", by(["inventory", "false"]), (l) => l.facilityID !== null],
      [
        "several filters",
        by(["inventory", "false"], ["status", 1001], ["text", "a"]),
        (l) => l.facilityID !== null && l.secondaryLockStatus === 1001 && has("a")(l)
      ]
    ]

    it.each(filters)("finds by %s", async (_, filter, expected) => {
      const all = await everything(tokens[company])
      expect(all).toHaveLength(57)
      const found = await search(tokens[company], { count: 1000, filter })
      expect(found.data.map(({ serialCode }) => serialCode)).toEqual(
        all.filter(expected).map(({ serialCode }) => serialCode)
      )
      expect(found.totalCount).toBe(found.data.length)
      const few = await search(tokens[company], { count: 2, page: 2, filter })
      expect(few).toEqual({ success: true, data: found.data.slice(2, 4), totalCount: found.data.length })
    })

    it("finds by facility, with the total of its locks in this status", async () => {
      const all = await everything(tokens[company])
      const { data: facilities } = await server.call(tokens[company], (api) => api.facilities.list({ query: {} }))
      for (const { facilityID, no_of_locks } of facilities) {
        const here = all.filter((lock) => lock.facilityID === facilityID)
        expect(here.length).toBeGreaterThan(5)
        expect(no_of_locks).toBe(here.length)
        for (const status of [1001, 1002, 1006]) {
          const found = await search(tokens[company], { filter: by(["facilityID", facilityID], ["status", status]) })
          expect(found.totalCount).toBe(here.filter((lock) => lock.secondaryLockStatus === status).length)
        }
      }
    })

    const keys: Readonly<Record<(typeof sortFields)[number], (lock: ShownLock) => string | number | null>> = {
      serialCode: ({ serialCode }) => serialCode,
      unitNumber: ({ unitNumber }) => unitNumber?.toLowerCase() ?? null,
      secondaryLockStatus: ({ secondaryLockStatus }) => secondaryLockStatus ?? null,
      facilityName: ({ facilityName }) => facilityName?.toLowerCase() ?? null,
      updatedOn: ({ updatedOn }) => updatedOn ?? null,
      updatedBy: ({ updatedBy }) => updatedBy?.toLowerCase() ?? null,
      color: ({ color }) => color
    }

    it.each(sortFields.flatMap((field) => [[field, "asc"] as const, [field, "desc"] as const]))(
      "sorts by %s %s, empty last, ties by serial code, and pages without gap or repeat",
      async (field, direction) => {
        const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
        const expected = (await everything(tokens[company])).toSorted((one, other) => {
          const [a, b] = [keys[field](one), keys[field](other)]
          if (a === null || b === null) {
            if (a !== b) return a === null ? 1 : -1
            return compare(one.serialCode, other.serialCode)
          }
          const order = direction === "asc" ? compare(a, b) : compare(b, a)
          return order === 0 ? compare(one.serialCode, other.serialCode) : order
        })
        const sort = `${field}=${direction}`
        expect((await search(tokens[company], { sort, count: 1000 })).data).toEqual(expected)
        const pages = []
        for (let page = 1; page <= 9; page += 1) {
          const { data, totalCount } = await search(tokens[company], { sort, count: 7, page })
          expect([page, totalCount]).toEqual([page, 57])
          pages.push(...data)
        }
        expect(pages).toEqual(expected)
        expect((await search(tokens[company], { sort, count: 7, page: 10 })).data).toEqual([])
      }
    )

    it("exports thousands of rows in the same order as its pages", async () => {
      const token = await server.enter(`${company}-big`, Role.id.Admin)
      const rows = async (query: Readonly<Record<string, string | number>>) => {
        const { data, totalCount } = await search(token, { sort: "unitNumber=desc", ...query })
        return { rows: data.map((row) => JSON.stringify(row)), totalCount }
      }
      for (const [filter, total] of [
        ["", 2_345],
        [by(["text", "U1"]), 517],
        [by(["unit", "nowhere"]), 0]
      ] as const) {
        const exported = await rows({ filter, count: 10_000_000, page: 1, shouldCache: "true" })
        expect([exported.totalCount, exported.rows.length]).toEqual([total, total])
        const pages = [await rows({ filter, count: 2000 }), await rows({ filter, count: 2000, page: 2 })]
        expect(exported.rows).toEqual(pages.flatMap((page) => page.rows))
      }
      const second = await rows({ count: 2100, page: 2 })
      expect(second).toEqual({ rows: (await rows({ count: 10_000 })).rows.slice(2100), totalCount: 2_345 })
    })
  })

  it.each([
    ["filter=colour%3Dgray", "colour=gray"],
    ["filter=__proto__%3D1", "__proto__=1"],
    ["sort=constructor", "constructor"],
    ["sort=lockID%3Dasc", "lockID=asc"],
    ["sort=serialCode%3B%20DROP%20TABLE%20locks%3Dasc", "serialCode; DROP TABLE locks=asc"],
    ["count=2001&page=1000000", "page=1000000"]
  ])("refuses %s and names the part", async (query, part) => {
    const answer = await server.fetch(`/api/locks/search?${query}`, { token: tokens.hidden })
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({ code: "SearchRefused", data: { part } })
  })

  it.each([
    "count=0",
    "count=-1",
    "count=10000001",
    "count=x",
    "count=1.5",
    "page=0",
    "page=x",
    "count=",
    "shouldCache=1"
  ])("refuses %s as malformed", async (query) => {
    const answer = await server.fetch(`/api/locks/search?${query}`, { token: tokens.hidden })
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({ code: "Malformed", data: { issues: [{ path: query.split("=")[0] }] } })
  })

  it("answers the last possible page with no rows", async () => {
    const farthest = await search(tokens.hidden, { count: 2000, page: 100_000_000 })
    expect(farthest).toEqual({ success: true, data: [], totalCount: 57 })
  })
})
