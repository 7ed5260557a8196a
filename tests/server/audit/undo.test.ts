import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ApiClient } from "#core/api/ApiClient.ts"
import { Area } from "#core/auth/permissions.ts"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { ApiKeyId, CompanyId, FacilityId, LockId, SubdomainId, UserId, WebhookId } from "#core/base/ids.ts"
import { undoOwnChange } from "#core/commands/undoCommands.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

type Client = ApiClient["Service"]

/** Something to change: how to read it, a change to it, and a different change (`again`) for another user to make. */
interface Subject {
  readonly state: (api: Client) => Effect.Effect<unknown, unknown>
  readonly change: (api: Client) => Effect.Effect<unknown, unknown>
  readonly again: (api: Client) => Effect.Effect<unknown, unknown>
}

const at = {
  company: CompanyId.make(1),
  other: CompanyId.make(1),
  user: UserId.make(1),
  maple: FacilityId.make(1),
  oak: FacilityId.make(1),
  lock: LockId.make(1),
  key: ApiKeyId.make(1),
  webhook: WebhookId.make(1),
  taker: SubdomainId.make(1),
  giver: SubdomainId.make(1)
}

const setting = (payload: { contactName?: string; contactPhone?: string; timeZone?: string }) => (api: Client) =>
  api.settings.setCompany({ query: {}, payload })
const profile = (api: Client) =>
  Effect.map(api.settings.profile({ query: {} }), ({ data: { updatedBy: _by, ...each } }) => each)
const levels =
  (wanted: Readonly<Record<number, 0 | 1 | 2>>, role: RoleId = Role.id.Vendor) =>
  (api: Client) =>
    api.roles.set({
      params: { role },
      query: {},
      payload: {
        areas: Area.ids.flatMap((area) => (wanted[area] === undefined ? [] : [{ area, level: wanted[area] }]))
      }
    })
const user = (payload: object) => (api: Client) =>
  api.users.update({ query: {}, payload: { userID: at.user, ...payload } })
const users = (api: Client) =>
  Effect.map(api.users.list({ query: {} }), ({ data }) =>
    data.flatMap(({ version: _version, updatedBy: _by, lastSeenOn: _seen, ...each }) =>
      each.userID === at.user ? [each] : []
    )
  )
const key = (more: object) => (api: Client) =>
  api.apiKeys.update({
    query: {},
    payload: { id: at.key, name: "Gate", facilityIds: [], allFacilities: true, isActive: true, ...more }
  })
const webhook = (payload: object) => (api: Client) =>
  api.webhooks.edit({ params: { id: at.webhook }, query: {}, payload })
const subdomain = (payload: object) => (api: Client) =>
  api.subdomains.update({ query: {}, payload: { id: at.taker, ...payload } })
const subdomains = (api: Client) =>
  Effect.map(api.subdomains.list({ query: {} }), ({ data }) =>
    data.map(({ version: _version, updatedBy: _by, ...each }) => each)
  )
const company = (payload: object) => (api: Client) =>
  api.companies.update({ params: { id: at.company }, query: {}, payload })
const account = (api: Client) =>
  Effect.map(
    api.companies.account({ params: { id: at.company }, query: {} }),
    ({ data: { version: _version, updatedBy: _by, ...each } }) => each
  )

const subjects: Readonly<Record<string, Subject>> = {
  "a user's names and email": {
    state: users,
    change: user({ firstName: "Dee", lastName: "Rey", email: "dee@acme.example.com" }),
    again: user({ lastName: "Theirs" })
  },
  "a user's role and facilities": {
    state: users,
    change: user({ roleID: Role.id.Vendor, facilityIDs: [1], facilityAllIDs: false }),
    again: user({ facilityIDs: [], facilityAllIDs: true })
  },
  "whether a user is active": {
    state: users,
    change: user({ isActive: false }),
    again: (api) =>
      Effect.andThen(user({ isActive: true, lastName: "Back" })(api), user({ email: "x@acme.example.com" })(api))
  },
  "a role's permissions": {
    state: (api) => Effect.map(api.roles.list({ query: {} }), ({ data }) => data.map(({ levels }) => levels)),
    change: levels({ 12: 1, 13: 1 }),
    again: levels({ 13: 2 })
  },
  "the contact and the time zone": {
    state: profile,
    change: setting({ contactName: "Ann", contactPhone: "5550100200", timeZone: "America/Denver" }),
    again: setting({ contactPhone: "5550100299" })
  },
  "the lock limit of a unit": {
    state: profile,
    change: (api) => api.settings.setLocksPerUnit({ query: {}, payload: { canHaveMultipleLocks: false } }),
    again: (api) => api.settings.setLocksPerUnit({ query: {}, payload: { canHaveMultipleLocks: true } })
  },
  "whether codes are hidden": {
    state: profile,
    change: (api) => api.settings.setHideLockCodes({ query: {}, payload: { hideLockCodes: false } }),
    again: (api) => api.settings.setHideLockCodes({ query: {}, payload: { hideLockCodes: true } })
  },
  "a timeout": {
    state: profile,
    change: (api) => api.settings.setClientTimeout({ query: { clientTimeout: 1_200_000 } }),
    again: (api) => api.settings.setClientTimeout({ query: { clientTimeout: 1_800_000 } })
  },
  "an API key": {
    state: (api) =>
      Effect.map(api.apiKeys.list({ query: {} }), ({ data }) =>
        data.map(({ version: _version, updatedBy: _by, ...each }) => each)
      ),
    change: (api) =>
      key({
        name: "Gate 2",
        facilityIds: [at.maple],
        allFacilities: false,
        isActive: false,
        areas: { "1": { accessLevel: 2 }, "13": { accessLevel: 1 } },
        mayReveal: true,
        expiresOn: "2099-12-31T23:59:59.000Z"
      })(api),
    again: key({ name: "Gate of theirs" })
  },
  "a webhook": {
    state: (api) =>
      Effect.map(api.webhooks.list({ query: {} }), ({ data }) =>
        data.map(({ id, url, events, isActive }) => ({ id, url, events, isActive }))
      ),
    change: webhook({ url: "https://hooks.example.com/two", events: ["job.done", "lock.changed"], isActive: false }),
    again: webhook({ events: ["job.done"] })
  },
  "a subdomain with a facility that another one gave up": {
    state: subdomains,
    change: (api) => subdomain({ displayName: "Taken", subdomainUrl: "taken-over", facilityIDs: [at.maple] })(api),
    again: (api) => subdomain({ facilityIDs: [] })(api)
  },
  "the plan of a company": {
    state: account,
    change: company({
      subscriptionTier: 12,
      paidThrough: "2099-01-01T00:00:00.000Z",
      maxLocksPerFacility: 70,
      featureOverrides: { "8": 0 }
    }),
    again: company({ maxLocksPerFacility: 80 })
  },
  "a suspended company": {
    state: account,
    change: company({ subscriptionSuspended: true }),
    again: (api) =>
      Effect.andThen(
        company({ subscriptionSuspended: false, maxLocksPerFacility: 9 })(api),
        company({ companyName: "Renamed" })(api)
      )
  },
  "the color of a lock": {
    state: (api) => Effect.map(api.locks.show({ params: { id: at.lock }, query: {} }), ({ data }) => data.color),
    change: (api) => api.lockChanges.update({ query: {}, payload: { lockID: at.lock, color: -256 } }),
    again: (api) => api.lockChanges.update({ query: {}, payload: { lockID: at.lock, color: -65_536 } })
  }
}

/** Values with only two states: another user's change restores the original one. */
const isAsBefore = new Set([
  "the lock limit of a unit",
  "whether codes are hidden",
  "whether a user is active",
  "a suspended company"
])
const ofTheSite = new Set(["the plan of a company", "a suspended company"])

describe("undoing changes of the company", () => {
  let server: TestServer
  let owner = ""
  let admin = ""
  let keeper = ""
  beforeAll(async () => {
    server = await startTestServer(
      postgres,
      Effect.gen(function* () {
        const { companyID, users: people } = yield* makeCompany("acme")
        at.company = companyID
        at.other = (yield* makeCompany("site")).companyID
        at.user = UserId.make(people.get(Role.id.Personnel) ?? 0)
        at.maple = yield* makeFacility(companyID, "Maple St")
        at.oak = yield* makeFacility(companyID, "Oak Ave")
        const lock = { companyID, facilityID: at.maple, serial: "10000001", code: "1234", status: 1001 as const }
        at.lock = yield* makeLock(lock)
      }),
      { webhooks: { every: Number.POSITIVE_INFINITY } }
    )
    owner = await server.enter("acme", Role.id.Owner)
    admin = await server.enter("acme", Role.id.Admin)
    keeper = await server.enter("site", Role.id.SuperAdmin)
    const made = await server.call(owner, (api) =>
      Effect.all([
        api.apiKeys.add({
          query: {},
          payload: { name: "Gate", facilityIds: [], allFacilities: true, isActive: true }
        }),
        api.webhooks.add({ query: {}, payload: { url: "https://hooks.example.com/one", events: ["lock.changed"] } }),
        api.subdomains.create({
          query: {},
          payload: { displayName: "Giver", subdomainUrl: "giver", facilityIDs: [at.maple] }
        }),
        api.subdomains.create({
          query: {},
          payload: { displayName: "Taker", subdomainUrl: "taker", facilityIDs: [at.oak] }
        })
      ])
    )
    const [madeKey, madeWebhook, giver, taker] = made
    Object.assign(at, {
      key: madeKey.data.id,
      webhook: madeWebhook.data.id,
      giver: giver.data.id,
      taker: taker.data.id
    })
  })
  afterAll(() => server.close())

  const call = <A>(use: (api: Client) => Effect.Effect<A, unknown>, token = owner): Promise<A> =>
    server.call(token, use, token === keeper ? at.company : undefined)
  const newest = async (token = owner) =>
    (await call((api) => api.audit.own({ query: { count: 1 } }), token)).data[0] ?? expect.unreachable("no change")
  const undo = (change: number) => (api: Client) =>
    "run" in undoOwnChange.does
      ? Effect.provideService(undoOwnChange.does.run({ change }), ApiClient, api)
      : expect.unreachable("it makes calls")
  const refusedUndo = (change: number, token = owner) =>
    server.refused(token, undo(change), token === keeper ? at.company : undefined)

  it("needs the same access as making them", async () => {
    await server.call(admin, setting({ contactName: "By the admin" }))
    const { data } = await server.call(admin, (api) => api.audit.own({ query: { count: 1 } }))
    await call(levels({ 9: 1 }, Role.id.Admin))
    expect(await server.refused(admin, undo(data[0]?.seq ?? 0))).toMatchObject({
      _tag: "AccessDenied",
      data: { area: 9, level: 2 }
    })
    await call(levels({ 9: 2 }, Role.id.Admin))
  })

  it("explains what can't be undone", async () => {
    const final = async (change: (api: Client) => Effect.Effect<unknown, unknown>) => {
      await call(change)
      return refusedUndo((await newest()).seq)
    }
    const person = { firstName: "Dana", lastName: "Ito", email: "dana@acme.example.com", roleID: 5, isActive: true }
    for (const [change, action] of [
      [(api: Client) => api.users.add({ query: {}, payload: person }), "users.create"],
      [
        (api: Client) => api.subdomains.create({ query: {}, payload: { displayName: "New", subdomainUrl: "new" } }),
        "subdomains.create"
      ],
      [(api: Client) => api.apiKeys.rotate({ params: { id: at.key }, query: {}, payload: {} }), "apikeys.rotate"],
      [(api: Client) => api.webhooks.rotate({ params: { id: at.webhook }, query: {} }), "webhooks.rotate"],
      [(api: Client) => api.account.updateName({ payload: { firstName: "Ada", lastName: "On" } }), "account.name"]
    ] as const) {
      expect(await final(change)).toMatchObject({
        _tag: "ChangeStays",
        data: { reason: "Final", action }
      })
    }
    expect(await refusedUndo(999_999_999)).toMatchObject({ _tag: "ChangeNotFound" })
  })

  describe.each(Object.entries(subjects))("of %s", (name, { state, change, again }) => {
    const who = () => (ofTheSite.has(name) ? keeper : owner)
    const other = async () => (ofTheSite.has(name) ? server.enter("site", Role.id.SiteAdmin) : admin)

    it("restores everything, by record number, once, with an audit record", async () => {
      const before = await call(state, who())
      await call(change, who())
      expect(await call(state, who())).not.toEqual(before)
      const { seq } = await newest(who())
      expect((await call(undo(seq), who())).unchanged).toBeUndefined()
      expect(await call(state, who())).toEqual(before)
      const last = await newest(who())
      expect(last.seq).toBeGreaterThan(seq)
      expect(await call(undo(seq), who())).toMatchObject({ unchanged: true, data: { seq, canUndo: true } })
      expect((await newest(who())).seq).toBe(last.seq)
    })

    it("is refused after another change of the same values, and for other users", async () => {
      await call(change, who())
      const { seq } = await newest(who())
      expect(await refusedUndo(seq, admin)).toMatchObject({ _tag: "ChangeNotFound" })
      await server.call(await other(), again, ofTheSite.has(name) ? at.company : undefined)
      const now = await call(state, who())
      if (isAsBefore.has(name)) expect(await call(undo(seq), who())).toMatchObject({ unchanged: true })
      else
        expect(await refusedUndo(seq, who())).toMatchObject({
          _tag: name === "the color of a lock" ? "UndoRefused" : "ChangeStays"
        })
      expect(await call(state, who())).toEqual(now)
    })
  })
})
