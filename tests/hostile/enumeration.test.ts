import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { CompanyId, FacilityId, LockId } from "#core/base/ids.ts"
import { hashPassword } from "#server/auth/passwords.ts"
import { usualHomes } from "../support/databases.ts"
import { emailOf, makeCompany, makeFacility, makeLock, makeRegistered, password } from "../support/fixture.ts"
import { startTestServer, type TestServer, wide } from "../support/testServer.ts"

const active = "10000001"
const foreign = { open: "20000001", used: "20000002", inactive: "20000003" } as const
const registered = "30000001"
const unknown = "40000001"

/** Sign-ins of each kind: enough that one slow one doesn't move the median. */
const samples = 15

describe.each(usualHomes)("$name: what a response doesn't reveal", (home) => {
  let server: TestServer
  let foreignLockID: LockId
  let facilityID: FacilityId
  let foreignFacilityID: FacilityId
  let otherID: CompanyId
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID } = yield* makeCompany("acme")
        otherID = (yield* makeCompany("other")).companyID
        facilityID = yield* makeFacility(companyID, "Maple St")
        foreignFacilityID = yield* makeFacility(otherID, "Elm St")
        yield* makeLock({ companyID, facilityID, serial: active, code: "1111", status: 1001 })
        const theirs = { companyID: otherID, facilityID: foreignFacilityID, code: "2222" }
        foreignLockID = yield* makeLock({ ...theirs, serial: foreign.open, status: 1001 })
        yield* makeLock({ ...theirs, serial: foreign.used, status: 1006, unit: "A1" })
        yield* makeLock({ ...theirs, serial: foreign.inactive, status: 1001, active: false })
        yield* makeRegistered(registered, "3333")
      }),
      { limits: { ...wide, revealPerUser: { times: 6, seconds: 600 } } }
    )
  })
  afterAll(() => server.close())

  const untelling = new Set(["x-request-id", "date", "content-length"])

  /** A response without its ID, whose length varies, and its timestamp. */
  const telling = ({ status, headers, text }: Awaited<ReturnType<TestServer["fetch"]>>) => ({
    status,
    headers: [...headers].filter(([name]) => !untelling.has(name)),
    text: text.replace(/"requestId":"[^"]+"/, "")
  })
  const post = async (token: string, path: string, body: unknown) =>
    telling(await server.fetch(path, { method: "POST", token, body }))

  it("a reveal answers the same for another company's lock as for an unknown one, and counts both", async () => {
    const token = await server.signIn("acme", Role.id.Admin)
    const reveal = (serialCode: string) =>
      post(token, "/api/locks/reveal-unlock-code", { serialCode, reason: "Remove Overlock" })
    const expected = await reveal(unknown)
    expect(expected).toMatchObject({ status: 404, text: expect.stringContaining("LockNotFound") })
    for (const serial of [...Object.values(foreign), registered]) expect(await reveal(serial)).toEqual(expected)
    // The sixth request is the last one allowed, and is for our own lock.
    expect(await reveal(active)).toMatchObject({ status: 200 })
    for (const serial of [unknown, foreign.open, active]) expect(await reveal(serial)).toMatchObject({ status: 429 })
  })

  it("an activation answers the same for another company's lock as for an unknown one", async () => {
    const token = await server.signIn("acme", Role.id.Owner)
    const activate = (serialCode: string) => post(token, "/api/locks/activate-lock", { serialCode, facilityID })
    const expected = await activate(unknown)
    expect(expected).toMatchObject({ status: 404, text: expect.stringContaining("SerialNotFound") })
    for (const serial of Object.values(foreign)) expect(await activate(serial)).toEqual(expected)
    const at = async (id: number) => {
      const answer = await post(token, "/api/locks/activate-lock", { serialCode: registered, facilityID: id })
      return { ...answer, text: answer.text.replace(new RegExp(`\\b${id}\\b`, "g"), "ID") }
    }
    expect(await at(foreignFacilityID)).toEqual(await at(foreignFacilityID + 5))
  })

  it("a lock and its log don't exist for another company", async () => {
    const token = await server.signIn("acme", Role.id.Owner)
    for (const address of [(id: number) => `/api/locks/${id}`, (id: number) => `/api/locks/logs?lockID=${id}`]) {
      const theirs = telling(await server.fetch(address(foreignLockID), { token }))
      expect(theirs).toEqual(telling(await server.fetch(address(999_999), { token })))
      expect(theirs).toMatchObject({ status: 404 })
    }
  })

  it("a malformed company ID is refused, and never treated as the caller's own", async () => {
    const token = await server.signIn("acme", Role.id.SuperAdmin)
    const named = async (query: string) => {
      const { status, json } = await server.fetch(`/api/auth/user?${query}`, { token })
      const { code, data } = json as { readonly code?: string; readonly data?: { readonly companyName?: string } }
      return [status, code ?? data?.companyName]
    }
    expect(await named(`companyID=${otherID}`)).toEqual([200, "other"])
    expect(await named("companyID=2147483647")).toEqual([404, "CompanyNotFound"])
    const odd = [
      `0${otherID}`,
      `%2B${otherID}`,
      `${otherID}.0`,
      `${otherID}e0`,
      `%20${otherID}`,
      "",
      "2147483648",
      "x",
      `${otherID}&companyID=${otherID}`
    ]
    for (const value of odd) expect(await named(`companyID=${value}`), value).toEqual([400, "Malformed"])
  })

  it("a sign-in has the same response and similar timing for known and unknown users", async () => {
    const attempt = async (email: string) => {
      const began = performance.now()
      const answer = await server.fetch("/api/auth/login", {
        method: "POST",
        body: { email, password: "wrong-horse-9" }
      })
      return { millis: performance.now() - began, answer: telling(answer) }
    }
    // The hashes of other test users cost less than those of people.
    const email = emailOf("acme", Role.id.Admin)
    const hash = await server.run(hashPassword(password))
    await server.sql((sql) => sql`UPDATE users SET password_hash = ${hash} WHERE email = ${email}`)
    const known: Array<number> = []
    const strange: Array<number> = []
    for (let n = 0; n < samples; n++) {
      // Alternating, so that other load on the machine affects both.
      const right = await attempt(email)
      const wrong = await attempt(`nobody${n}@acme.example.com`)
      expect(wrong.answer).toEqual(right.answer)
      expect(right.answer).toMatchObject({ status: 401, text: expect.stringContaining("WrongCredentials") })
      known.push(right.millis)
      strange.push(wrong.millis)
    }
    const median = (millis: ReadonlyArray<number>) => millis.toSorted((a, b) => a - b)[Math.floor(samples / 2)] ?? 0
    const ratio = median(known) / median(strange)
    // Without hashing, an unknown user would be answered twenty times as fast.
    expect(ratio).toBeGreaterThan(1 / 3)
    expect(ratio).toBeLessThan(3)
  })
})
