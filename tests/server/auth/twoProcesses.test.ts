import { Clock, Effect, Redacted } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { UserId } from "#core/base/ids.ts"
import type { ServeOptions } from "#server/main.ts"
import { aheadAtMost } from "#server/reveals/revealCounts.ts"
import { homes, type TestDatabase } from "../../support/databases.ts"
import { emailOf, makeCompany, makeLock, password } from "../../support/fixture.ts"
import { startTestServer, type TestServer, wide } from "../../support/testServer.ts"

/** A stopped clock: cached entries never expire, so only an invalidation can drop them. */
const stoppedClock = (at: number): Clock.Clock =>
  Object.assign(Object.create(Clock.Clock.defaultValue()), {
    currentTimeMillisUnsafe: () => at,
    currentTimeMillis: Effect.succeed(at)
  })

let database: TestDatabase
let here: TestServer
let there: TestServer
/** Its clock is five minutes ahead, as clocks can be. */
let later: TestServer
const serialCode = "10000001"
const mostAnHour = 80
const mostFailures = 6

beforeAll(async () => {
  const [, postgres] = homes
  if (postgres === undefined) throw new Error("there are two homes")
  database = await postgres.open()
  const kept = { open: async () => ({ config: database.config, dispose: async () => undefined }) }
  const options: Partial<ServeOptions> = {
    masterKey: Redacted.make("ab".repeat(32)),
    limits: {
      ...wide,
      revealPerUserHour: { times: mostAnHour, seconds: 3600 },
      signInPerEmail: { times: mostFailures, seconds: 900 }
    }
  }
  here = await startTestServer(
    kept,
    Effect.gen(function* () {
      const { companyID } = yield* makeCompany("acme")
      yield* makeLock({ companyID, facilityID: null, serial: serialCode, code: "1234", status: 1001 })
    }),
    options
  )
  const now = Date.now()
  there = await startTestServer(kept, Effect.void, { ...options, newWitness: true, clock: stoppedClock(now) })
  later = await startTestServer(kept, Effect.void, { ...options, newWitness: true, clock: stoppedClock(now + 300_000) })
})
afterAll(async () => {
  await later.close()
  await there.close()
  await here.close()
  await database.dispose()
})

const reveal = async (server: TestServer, token: string) => {
  const body = { serialCode, reason: "Remove Overlock" }
  return (await server.fetch("/api/locks/reveal-unlock-code", { method: "POST", token, body })).status
}
/** Milliseconds within which a change at one process must apply at the other, where no cache entry expires. */
const soon = 2000
const refusedThere = (token: string) =>
  expect.poll(() => reveal(there, token), { timeout: soon, interval: 20 }).toBe(401)

it("a token signed out at one process reveals nothing at another that has just accepted it", async () => {
  const [leaving, staying] = [await here.enter("acme", Role.id.Owner), await here.enter("acme", Role.id.Owner)]
  expect(await reveal(there, leaving)).toBe(200)
  expect(await reveal(there, staying)).toBe(200)
  expect((await here.fetch("/api/auth/logout", { method: "POST", token: leaving })).status).toBe(200)
  await refusedThere(leaving)
  expect(await reveal(there, staying)).toBe(200)
})

it("a user deactivated at one process is signed out at another that has just accepted them", async () => {
  const owner = await here.enter("acme", Role.id.Owner)
  const leaving = await here.enter("acme", Role.id.SiteCallCenterAgent)
  expect(await reveal(there, leaving)).toBe(200)
  const { data: users } = await here.call(owner, (api) => api.users.list({ query: {} }))
  const userID = users.find(({ roleID }) => roleID === Role.id.SiteCallCenterAgent)?.userID ?? 0
  const chief = await here.enter("acme", Role.id.SuperAdmin)
  await here.call(chief, (api) =>
    api.users.update({ query: {}, payload: { userID: UserId.make(userID), isActive: false } })
  )
  await refusedThere(leaving)
})

it("a token replaced by re-authentication is refused at another process", async () => {
  const token = await here.enter("acme", Role.id.Owner)
  expect(await reveal(there, token)).toBe(200)
  const payload = { email: emailOf("acme", Role.id.Owner), password, isAuth: true }
  const { data } = await here.call(token, (api) => api.auth.login({ payload }))
  expect(data.token).not.toBe(token)
  await refusedThere(token)
  expect(await reveal(there, data.token)).toBe(200)
})

it("an API key revoked at another process is refused", async () => {
  const owner = await here.enter("acme", Role.id.Owner)
  const payload = { name: "Gate", facilityIds: [], allFacilities: true, isActive: true, mayReveal: true }
  const { data: key } = await here.call(owner, (api) => api.apiKeys.add({ query: {}, payload }))
  expect(await reveal(there, key.secret)).toBe(200)
  await here.call(owner, (api) => api.apiKeys.revoke({ params: { id: key.id }, query: {} }))
  await refusedThere(key.secret)
})

const meThere = async (token: string) => (await there.call(token, (api) => api.auth.user({ query: {} }))).data

it("a role changed at one process applies immediately at the other to signed-in users", async () => {
  const owner = await here.enter("acme", Role.id.Owner)
  const vendor = await here.enter("acme", Role.id.Vendor)
  const level = async () => (await meThere(vendor)).Permissions["13"]?.accessLevel
  const audit = async () => (await there.fetch("/api/audit", { token: vendor })).status
  expect([await level(), await audit()]).toEqual([0, 403])
  const set = (level: 1 | null) =>
    here.call(owner, (api) =>
      api.roles.set({ params: { role: Role.id.Vendor }, query: {}, payload: { areas: [{ area: 13, level }] } })
    )
  await set(1)
  await expect.poll(level, { timeout: soon, interval: 20 }).toBe(1)
  expect(await audit()).toBe(200)
  await set(null)
  await expect.poll(audit, { timeout: soon, interval: 20 }).toBe(403)
})

it("a plan changed at one process applies immediately at the other to people and keys", async () => {
  const chief = await here.enter("acme", Role.id.SuperAdmin)
  const owner = await here.enter("acme", Role.id.Owner)
  const payload = { name: "Plan gate", facilityIds: [], allFacilities: true, isActive: true }
  const { data: key } = await here.call(owner, (api) => api.apiKeys.add({ query: {}, payload }))
  const { companyID } = await meThere(owner)
  const list = async () => (await there.fetch("/api/companies/api-keys", { token: owner })).status
  const withKey = async () => (await there.fetch("/api/locks/search", { token: key.secret })).status
  expect([await list(), await withKey()]).toEqual([200, 200])
  const plan = (subscriptionTier: 0 | 3) =>
    here.call(chief, (api) =>
      api.companies.update({ params: { id: companyID }, query: {}, payload: { subscriptionTier } })
    )
  await plan(0)
  await expect.poll(list, { timeout: soon, interval: 20 }).toBe(403)
  await expect.poll(withKey, { timeout: soon, interval: 20 }).toBe(403)
  expect(await meThere(owner)).toMatchObject({ subscriptionTier: 0, Features: { "9": { accessLevel: 2 } } })
  await plan(3)
  await expect.poll(list, { timeout: soon, interval: 20 }).toBe(200)
  await expect.poll(withKey, { timeout: soon, interval: 20 }).toBe(200)
})

it("settings and a key's facilities changed at one process apply immediately at the other", async () => {
  const owner = await here.enter("acme", Role.id.Owner)
  expect(await meThere(owner)).toMatchObject({ hideLockCodes: true })
  const hide = (hideLockCodes: boolean) =>
    here.call(owner, (api) => api.settings.setHideLockCodes({ query: {}, payload: { hideLockCodes } }))
  await hide(false)
  await expect.poll(async () => (await meThere(owner)).hideLockCodes, { timeout: soon, interval: 20 }).toBe(false)
  await hide(true)
  const form = { name: "Settings gate", facilityIds: [], allFacilities: true, isActive: true }
  const { data: key } = await here.call(owner, (api) =>
    api.apiKeys.add({ query: {}, payload: { ...form, areas: { "1": { accessLevel: 1 as const } } } })
  )
  const locks = async () => (await there.fetch("/api/locks/search", { token: key.secret })).status
  expect(await locks()).toBe(200)
  await here.call(owner, (api) =>
    api.apiKeys.update({
      query: {},
      payload: { ...form, id: key.id, areas: { "5": { accessLevel: 1 as const } } }
    })
  )
  await expect.poll(locks, { timeout: soon, interval: 20 }).toBe(403)
})

it("a user can reveal no more at two processes than at one, and the admins are notified once", async () => {
  const token = await here.enter("acme", Role.id.Personnel)
  const statuses: Array<number> = []
  for (let round = 0; round < mostAnHour / 10 + 1; round += 1) {
    statuses.push(
      ...(await Promise.all(Array.from({ length: 10 }, (_, n) => reveal(n % 2 === 0 ? here : there, token))))
    )
  }
  // One process may still hold a few reveals it counted ahead when the other reaches the cap (decision 80).
  const granted = statuses.filter((status) => status === 200).length
  expect(granted).toBeLessThanOrEqual(mostAnHour)
  expect(granted).toBeGreaterThanOrEqual(mostAnHour - aheadAtMost + 1)
  expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - granted)
  const admin = await here.enter("acme", Role.id.Admin)
  const { data: notices } = await here.call(admin, (api) => api.notices.list({ query: {} }))
  expect(notices).toMatchObject([{ kind: "warning", message: expect.stringContaining("Personnel acme") }])
  const { data: capped } = await here.call(admin, (api) => api.audit.list({ query: { action: "reveals.cap" } }))
  expect(capped).toHaveLength(1)
})

it("a user can reveal no more when one process's clock is behind", async () => {
  const token = await here.enter("acme", Role.id.Vendor)
  const reveals = async (server: TestServer, times: number) => {
    const statuses: Array<number> = []
    for (let n = 0; n < times; n += 1) statuses.push(await reveal(server, token))
    return statuses
  }
  expect(new Set(await reveals(later, mostAnHour))).toEqual(new Set([200]))
  expect(await reveals(there, 2)).toEqual([429, 429])
})

const signIn = async (server: TestServer, email: string, tried: string) => {
  const { status } = await server.fetch("/api/auth/login", {
    method: "POST",
    body: { email, password: tried, isAuth: false }
  })
  return status
}
const inTurn = (n: number) => (n % 2 === 0 ? here : there)

it("wrong passwords at two processes count together, and a right one resets them at both", async () => {
  const email = emailOf("acme", Role.id.RestrictedPersonnel)
  const fail = async (times: number) => {
    const statuses: Array<number> = []
    for (let n = 0; n < times; n += 1) statuses.push(await signIn(inTurn(n), email, "wrong"))
    return statuses
  }
  expect(await fail(mostFailures - 1)).toEqual(Array(mostFailures - 1).fill(401))
  expect(await signIn(there, email, password)).toBe(200)
  expect(await fail(mostFailures + 2)).toEqual([...Array<number>(mostFailures).fill(401), 429, 429])
  expect(await signIn(here, email, password)).toBe(429)
})

it("concurrent wrong passwords at two processes do not exceed the limit", async () => {
  const email = emailOf("acme", Role.id.CallCenterAgent)
  const tries = await Promise.all(Array.from({ length: mostFailures * 3 }, (_, n) => signIn(inTurn(n), email, "wrong")))
  expect(tries.filter((status) => status === 401)).toHaveLength(mostFailures)
  expect(tries.filter((status) => status === 429)).toHaveLength(mostFailures * 2)
})
