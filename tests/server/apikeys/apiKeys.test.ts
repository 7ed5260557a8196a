import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { postgres, usualHomes } from "../../support/databases.ts"
import { emailOf, password } from "../../support/fixture.ts"
import { useKeyPlace } from "./keyPlace.ts"

const hour = 3_600_000
const minute = 60_000
const shape = /^ldk_live_[0-9A-Za-z]{39}$/
const locksOnly = { "1": { accessLevel: 1 } }

describe.each(usualHomes)("API keys, on $name", (home) => {
  const place = useKeyPlace(home)
  const both = ["10000001", "10000002"]

  describe("creating a key", () => {
    it("returns its secret once, lists it masked, and stores neither in plain text", async () => {
      const made = await place.send("POST", "/companies/add-api-key", place.form({ name: " Night\treport " }))
      expect(made).toMatchObject({ status: 200, message: "API key saved" })
      const { id, key, secret } = made.data as { id: number; key: string; secret: string }
      expect(secret).toMatch(shape)
      const listed = await place.send("GET", "/companies/api-keys")
      expect(listed).toMatchObject({ status: 200, showOnce: false })
      expect((await place.list()).find((each) => each["id"] === id)).toMatchObject({
        name: "Night report",
        key,
        secret: "*".repeat(20),
        allFacilities: true,
        facilityIds: [],
        isActive: true,
        areas: { "1": { accessLevel: 1 }, "5": { accessLevel: 1 } },
        mayReveal: false,
        expiresOn: null,
        lastUsedOn: null,
        createdBy: "Owner acme",
        secretKept: true
      })
      expect(listed.text).not.toContain(secret)
      const rows = await place.sql(
        (sql) => sql<{ row: string }>`SELECT to_jsonb(s)::text AS row FROM api_key_secrets s
          UNION ALL SELECT to_jsonb(a)::text FROM audit_records a UNION ALL SELECT to_jsonb(k)::text FROM api_keys k`
      )
      const hex = Buffer.from(secret).toString("hex")
      expect(rows.filter(({ row }) => row.includes(secret) || row.includes(hex))).toEqual([])
      expect((await place.recordsOf(key))[0]).toMatchObject({ action: "apikeys.create", userName: "Owner acme" })
    })

    it.each([
      [{ name: "" }, "name", "Name is required."],
      [{ name: "​ \t" }, "name", "Name is required."],
      [{ name: "x".repeat(51) }, "name", "Name cannot be more than 50 characters."],
      [{ allFacilities: false }, "facilityIds", "Choose at least one facility, or all facilities."],
      [{ areas: { "10": { accessLevel: 1 } } }, "areas", "An API key can't have access to API Settings."],
      [{ areas: { "8": { accessLevel: 1 } } }, "areas", "An API key can't have access to Edit Admins."],
      [{ areas: { "99": { accessLevel: 1 } } }, "areas", "An API key can't have access to an unknown area."],
      [{ expiresOn: "2020-01-01T00:00:00Z" }, "expiresOn", "Choose a day or time in the future."]
    ])("refuses %j", async (facts, path, message) => {
      const refused = { status: 422, code: "ApiKeyRefused", data: { issues: [{ path, message }] } }
      expect(await place.send("POST", "/companies/add-api-key", place.form(facts))).toMatchObject(refused)
      const { id } = await place.make()
      expect(await place.send("PUT", "/companies/update-api-key", { ...place.form(facts), id })).toMatchObject(refused)
    })

    it("accepts only facilities of the user's own company", async () => {
      const facts = { allFacilities: false, facilityIds: [place.at.theirs] }
      const refused = { status: 404, code: "FacilityNotFound" }
      expect(await place.send("POST", "/companies/add-api-key", place.form(facts))).toMatchObject(refused)
      const { id } = await place.make()
      expect(await place.send("PUT", "/companies/update-api-key", { ...place.form(facts), id })).toMatchObject(refused)
    })

    it("gives no key more access than its creator has", async () => {
      const admin = await place.server.enter("acme", Role.id.Admin, { client: "terminal" })
      const wide = place.form({ areas: { "13": { accessLevel: 2 } } })
      const tooWide = { status: 403, code: "ApiKeyTooWide", data: { area: 13, beyond: "area" } }
      expect(await place.send("POST", "/companies/add-api-key", wide, admin)).toMatchObject(tooWide)
      // Nor may the creator show, rotate or change another user's wider key.
      const { id } = await place.make({ areas: { "13": { accessLevel: 2 } } })
      for (const call of ["show", "rotate"]) {
        expect(await place.send("POST", `/companies/api-keys/${id}/${call}`, {}, admin)).toMatchObject(tooWide)
      }
      expect(await place.send("PUT", "/companies/update-api-key", { ...wide, id }, admin)).toMatchObject(tooWide)
      // Revoking is always allowed.
      expect((await place.send("POST", `/companies/api-keys/${id}/revoke`, {}, admin)).status).toBe(200)
    })

    it("shows a restricted user only keys for their facilities", async () => {
      const one = await place.make({ allFacilities: false, facilityIds: [place.at.maple], areas: locksOnly })
      const two = await place.make({ allFacilities: false, facilityIds: [place.at.maple, place.at.oak] })
      const confine = (ids: ReadonlyArray<number>) =>
        place.sql(
          (sql) =>
            sql`UPDATE users SET facility_ids = ${[...ids]}::int[] WHERE user_id = ${place.userOf(Role.id.Admin)}`
        )
      await confine([place.at.maple])
      const admin = await place.server.enter("acme", Role.id.Admin, { client: "terminal" })
      expect((await place.list(admin)).map((each) => each["id"])).toEqual([one.id])
      expect(await place.send("POST", `/companies/api-keys/${two.id}/revoke`, {}, admin)).toMatchObject({
        status: 404,
        code: "ApiKeyNotFound"
      })
      expect(await place.send("POST", "/companies/add-api-key", place.form(), admin)).toMatchObject({
        status: 403,
        code: "ApiKeyTooWide",
        data: { beyond: "facilities" }
      })
      await confine([])
    })
  })

  describe("the secret", () => {
    it("gives access with or without Bearer, and no other text does", async () => {
      const { secret } = await place.make()
      expect(await place.seen(secret)).toEqual(both)
      expect((await place.server.fetch("/api/locks/search", { token: secret })).status).toBe(200)
      for (let nth = 9; nth < secret.length; nth += 7) {
        const wrong = secret.slice(0, nth) + (secret[nth] === "a" ? "b" : "a") + secret.slice(nth + 1)
        expect(await place.seen(wrong)).toBe("ApiKeyNotAccepted")
      }
    })

    it("covers the chosen facilities that are included in the API, effective at once", async () => {
      const all = await place.make()
      const maple = await place.make({ allFacilities: false, facilityIds: [place.at.maple] })
      const names = async (secret: string) =>
        (
          (await place.send("GET", "/facilities", undefined, secret)).data as ReadonlyArray<{ facilityName: string }>
        ).map(({ facilityName }) => facilityName)
      expect([await place.seen(all.secret), await place.seen(maple.secret)]).toEqual([both, ["10000001"]])
      expect(await names(maple.secret)).toEqual(["Maple St"])
      const toggle = () => place.send("POST", `/companies/toggle-exclude-facility?facilityID=${place.at.maple}`)
      expect(await toggle()).toMatchObject({ status: 200, data: { includedInAPI: false } })
      expect([await place.seen(all.secret), await place.seen(maple.secret)]).toEqual([["10000002"], []])
      expect([await names(all.secret), await names(maple.secret)]).toEqual([["Oak Ave"], []])
      expect(
        await place.send("POST", "/locks/reveal-unlock-code", { serialCode: "10000001", reason: "x" }, all.secret)
      ).toMatchObject({ status: 403 })
      await toggle()
      expect([await place.seen(all.secret), await place.seen(maple.secret)]).toEqual([both, ["10000001"]])
    })

    it("returns a combination only through an allowed reveal, recorded under the key's name", async () => {
      const ask = { serialCode: "10000001", reason: "Remove Overlock" }
      const people = await place.send("GET", "/locks/search?filter=serialCode%3D10000001")
      expect(people.text).toContain("9142")
      const plain = await place.make({ name: "Plain" })
      const reveals = await place.make({ name: "Reveals", mayReveal: true })
      for (const { secret } of [plain, reveals]) {
        for (const path of ["/locks", "/locks/search", "/locks/search?count=10000000"]) {
          const { status, text } = await place.send("GET", path, undefined, secret)
          expect([path, status, text.includes("9142")]).toEqual([path, 200, false])
        }
      }
      expect(await place.send("POST", "/locks/reveal-unlock-code", ask, plain.secret)).toMatchObject({
        status: 403,
        code: "KeyMayNotReveal"
      })
      expect(await place.send("POST", "/locks/reveal-unlock-code", ask, reveals.secret)).toMatchObject({
        status: 200,
        data: { unlockCode: "9142" }
      })
      const [granted, refused] = await place.recordsOf("10000001")
      expect(granted).toMatchObject({ action: "reveals.approve", userName: "API key Reveals" })
      expect(JSON.parse(granted?.payload ?? "")).toMatchObject({ apiKeyID: reveals.id, apiKeyName: "Reveals" })
      expect(refused).toMatchObject({ action: "reveals.reject", userName: "API key Plain" })
      expect(await place.send("GET", "/audit/verify")).toMatchObject({ data: { broken: null } })
    })

    it("stops working immediately when its key is inactive, expired or revoked", async () => {
      const made = await place.make()
      const edit = (facts: object) =>
        place.send("PUT", "/companies/update-api-key", { ...place.form(facts), id: made.id })
      expect(await place.seen(made.secret)).toEqual(both)
      expect((await edit({ isActive: false })).status).toBe(200)
      expect(await place.seen(made.secret)).toBe("ApiKeyNotAccepted")
      await edit({ isActive: true, expiresOn: new Date(place.clock.currentTimeMillisUnsafe() + hour).toISOString() })
      expect(await place.seen(made.secret)).toEqual(both)
      place.clock.advance(hour)
      expect(await place.seen(made.secret)).toBe("ApiKeyNotAccepted")
      await edit({ expiresOn: null })
      expect(await place.seen(made.secret)).toEqual(both)
      expect(await place.send("POST", `/companies/api-keys/${made.id}/revoke`, {})).toMatchObject({
        status: 200,
        data: { isActive: false, revokedOn: expect.any(String) }
      })
      expect(await place.seen(made.secret)).toBe("ApiKeyNotAccepted")
      const over = { status: 409, code: "ApiKeyRevoked" }
      expect(await edit({ isActive: true })).toMatchObject(over)
      expect(await place.send("POST", `/companies/api-keys/${made.id}/rotate`, {})).toMatchObject(over)
      expect(await place.seen(made.secret)).toBe("ApiKeyNotAccepted")
      const actions = (await place.recordsOf(made.key)).map(({ action }) => action)
      expect(actions[0]).toBe("apikeys.revoke")
      expect(JSON.parse((await place.recordsOf(made.key)).at(-2)?.payload ?? "")).toMatchObject({
        isActive: false,
        fromIsActive: true
      })
    })

    it("can be renamed and deactivated after its only facility was deleted", async () => {
      const added = await place.send("POST", "/facilities/add", { facilityName: "Elm Rd", phoneNumber: "5550100200" })
      const { facilityID } = added.data as { readonly facilityID: number }
      const scope = { allFacilities: false, facilityIds: [facilityID] }
      const { id } = await place.make(scope)
      expect((await place.send("DELETE", `/facilities/${facilityID}`)).status).toBe(200)
      const edit = (facts: object) =>
        place.send("PUT", "/companies/update-api-key", {
          ...place.form({ ...scope, facilityIds: [], ...facts }),
          id
        })
      expect(await edit({ name: "Gate of Elm" })).toMatchObject({ status: 200, data: { name: "Gate of Elm" } })
      expect(await edit({ name: "Gate of Elm", isActive: false })).toMatchObject({ data: { isActive: false } })
      expect(await edit({ facilityIds: [place.at.maple] })).toMatchObject({ status: 200 })
      expect(await edit({ isActive: false })).toMatchObject({ status: 422 })
    })

    it("works for a day after a rotation, or ends with it", async () => {
      const made = await place.make()
      const rotate = async (body: object = {}) =>
        (await place.send("POST", `/companies/api-keys/${made.id}/rotate`, body)).data as { secret: string }
      const second = await rotate()
      expect(second.secret).toMatch(shape)
      expect([await place.seen(made.secret), await place.seen(second.secret)]).toEqual([both, both])
      place.clock.advance(24 * hour)
      expect([await place.seen(made.secret), await place.seen(second.secret)]).toEqual(["ApiKeyNotAccepted", both])
      const third = await rotate({ oldSecretHours: 1 })
      const fourth = await rotate()
      // At most two are valid at a time.
      expect(await Promise.all([second, third, fourth].map(({ secret }) => place.seen(secret)))).toEqual([
        "ApiKeyNotAccepted",
        both,
        both
      ])
      const fifth = await rotate({ oldSecretHours: 0 })
      expect(await Promise.all([third, fourth, fifth].map(({ secret }) => place.seen(secret)))).toEqual([
        "ApiKeyNotAccepted",
        "ApiKeyNotAccepted",
        both
      ])
      expect(await place.send("POST", `/companies/api-keys/${made.id}/rotate`, { oldSecretHours: 169 })).toMatchObject({
        status: 400
      })
    })

    it("has a creation time that only a rotation changes", async () => {
      const made = await place.make()
      const since = async (): Promise<string> =>
        String((await place.list()).find(({ id }) => id === made.id)?.["secretSince"])
      const first = await since()
      expect(Number.isNaN(Date.parse(first))).toBe(false)
      place.clock.advance(minute)
      await place.send("PUT", "/companies/update-api-key", { ...place.form({ name: "Another name" }), id: made.id })
      expect(await since()).toBe(first)
      const rotated = await place.send("POST", `/companies/api-keys/${made.id}/rotate`, { oldSecretHours: 0 })
      expect(rotated.data).toMatchObject({ secretSince: await since(), oldSecretUntil: null })
      expect((await since()) > first).toBe(true)
      await place.send("POST", `/companies/api-keys/${made.id}/revoke`, {})
      expect(await since()).toBe("null")
    })

    it("is shown again after entering the password, with an audit record, and to no one else", async () => {
      const made = await place.make()
      const show = (token: string) => place.send("POST", `/companies/api-keys/${made.id}/show`, {}, token)
      const { data } = await place.server.call(null, (api) =>
        api.auth.login({ payload: { email: emailOf("acme", Role.id.Owner), password, client: "terminal" } })
      )
      expect(await show(data.token)).toMatchObject({ status: 200, data: { secret: made.secret, oldSecret: null } })
      expect((await place.recordsOf(made.key))[0]).toMatchObject({ action: "apikeys.show" })
      place.clock.advance(15 * minute)
      expect(await show(data.token)).toMatchObject({ status: 403, code: "PasswordNotShown" })
      const again = await place.server.call(data.token, (api) =>
        api.auth.login({ payload: { email: emailOf("acme", Role.id.Owner), password, isAuth: true } })
      )
      expect(await show(again.data.token)).toMatchObject({ status: 200, data: { secret: made.secret } })
      // A key can't show keys, and neither can a user who signed in with a link.
      expect(await place.send("GET", "/companies/api-keys", undefined, made.secret)).toMatchObject({ status: 403 })
      const bySso = await place.server.enter("acme", Role.id.Owner, { fromSso: true })
      expect(await show(bySso)).toMatchObject({ status: 403, code: "PasswordNotShown" })
    })

    it("is deleted if the company shows secrets once, and its key keeps working", async () => {
      const made = await place.make()
      expect(await place.send("PUT", "/companies/api-keys-show-once", { showOnce: true })).toMatchObject({
        status: 200,
        data: { showOnce: true }
      })
      const fresh = await place.server.enter("acme", Role.id.Owner, { client: "terminal" })
      const show = (id: number) => place.send("POST", `/companies/api-keys/${id}/show`, {}, fresh)
      const notKept = { status: 409, code: "SecretNotKept" }
      expect(await show(made.id)).toMatchObject(notKept)
      const later = await place.make()
      expect(await show(later.id)).toMatchObject(notKept)
      expect([await place.seen(made.secret), await place.seen(later.secret)]).toEqual([both, both])
      expect((await place.list()).find(({ id }) => id === later.id)).toMatchObject({
        secret: "*".repeat(20),
        secretKept: false
      })
      expect((await place.recordsOf("api keys"))[0]).toMatchObject({ action: "apikeys.show-once" })
      await place.send("PUT", "/companies/api-keys-show-once", { showOnce: false })
      expect(await show(made.id)).toMatchObject(notKept)
    })

    it("records when and from where it was used, to the minute", async () => {
      const made = await place.make()
      await place.seen(made.secret)
      const used = async () => (await place.list()).find(({ id }) => id === made.id)
      const first = await used()
      expect(first).toMatchObject({
        lastUsedOn: expect.any(String),
        lastUsedFrom: expect.stringContaining("127.0.0.1")
      })
      await place.seen(made.secret)
      expect(await used()).toEqual(first)
      place.clock.advance(minute)
      await place.seen(made.secret)
      expect((await used())?.["lastUsedOn"]).not.toBe(first?.["lastUsedOn"])
    })

    it("can't be used to sign in, and is not a team member", async () => {
      const made = await place.make({ name: "Robot" })
      const users = await place.send("GET", "/users")
      expect(users.text).not.toContain("Robot")
      const email = `${made.key}@api-keys.invalid`
      expect(await place.send("POST", "/auth/login", { email, password: made.secret })).toMatchObject({ status: 401 })
      const mails = () => place.sql((sql) => sql`SELECT FROM outbox`)
      const before = (await mails()).length
      await place.send("PUT", `/auth/forgot-password?resetLink=${encodeURIComponent("http://localhost/setpassword")}`, {
        email
      })
      expect((await mails()).length).toBe(before)
    })
  })

  it.each([
    ["basic", 2],
    ["none", 0]
  ] as const)("needs a plan with API keys: %s", async (name, access) => {
    const token = await place.server.enter(name, Role.id.Owner, { client: "terminal" })
    const refused = { status: 403, code: "FeatureNotIncluded", data: { feature: 9, access } }
    expect(await place.send("GET", "/companies/api-keys", undefined, token)).toMatchObject(refused)
    expect(await place.send("POST", "/companies/add-api-key", place.form(), token)).toMatchObject(refused)
  })

  it("gives no access once the plan lacks API keys", async () => {
    const token = await place.server.enter("other", Role.id.Owner, { client: "terminal" })
    const { secret } = await place.make({}, token)
    expect(await place.seen(secret)).toEqual(["20000001"])
    const tier = (tier: number) =>
      place.sql((sql) => sql`UPDATE companies SET tier = ${tier} WHERE company_id = ${place.company["other"] ?? 0}`)
    await tier(1)
    place.clock.advance(6_000)
    expect(await place.seen(secret)).toBe("FeatureNotIncluded")
    await tier(3)
  })

  it("of another company doesn't exist here, whichever company a key names", async () => {
    const { secret } = await place.make()
    const found = await place.send("GET", `/locks/search?companyID=${place.company["other"] ?? 0}`, undefined, secret)
    expect(found.text).not.toContain("20000001")
    expect(found.status).toBe(200)
  })
})

describe("calls of an API key", () => {
  const most = 3
  const place = useKeyPlace(postgres, { limits: { apiKey: { times: most, seconds: 60 } } })

  it("are limited per key", async () => {
    const [one, other] = [await place.make(), await place.make()]
    for (let nth = 0; nth < most; nth += 1)
      expect((await place.send("GET", "/locks", undefined, one.secret)).status).toBe(200)
    expect(await place.send("GET", "/locks", undefined, one.secret)).toMatchObject({
      status: 429,
      code: "TooManyRequests",
      data: { retryAfter: expect.any(Number) }
    })
    expect((await place.send("GET", "/locks", undefined, other.secret)).status).toBe(200)
    place.clock.advance(minute)
    expect((await place.send("GET", "/locks", undefined, one.secret)).status).toBe(200)
  })
})
