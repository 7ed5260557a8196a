import { Clock, Effect, Redacted } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { ServeOptions } from "#server/main.ts"
import { homes, type TestDatabase } from "../../support/databases.ts"
import { emailOf, makeCompany, makeLock, password } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

/** Stands still: what is trusted for a while is trusted for ever, unless somebody says that it has changed. */
const stoppedClock = (): Clock.Clock => {
  const real = Clock.Clock.defaultValue()
  const at = real.currentTimeMillisUnsafe()
  return Object.assign(Object.create(real), {
    currentTimeMillisUnsafe: () => at,
    currentTimeMillis: Effect.succeed(at)
  })
}

let database: TestDatabase
let here: TestServer
let there: TestServer
const serialCode = "10000001"

beforeAll(async () => {
  const [, postgres] = homes
  if (postgres === undefined) throw new Error("there are two homes")
  database = await postgres.open()
  const kept = { open: async () => ({ config: database.config, dispose: async () => undefined }) }
  const options: Partial<ServeOptions> = { masterKey: Redacted.make("ab".repeat(32)) }
  here = await startTestServer(
    kept,
    Effect.gen(function* () {
      const { companyID } = yield* makeCompany("acme")
      yield* makeLock({ companyID, facilityID: null, serial: serialCode, code: "1234", status: 1001 })
    }),
    options
  )
  there = await startTestServer(kept, Effect.void, { ...options, newWitness: true, clock: stoppedClock() })
})
afterAll(async () => {
  await there.close()
  await here.close()
  await database.dispose()
})

const reveal = async (server: TestServer, token: string) => {
  const body = { serialCode, reason: "Remove Overlock" }
  return (await server.fetch("/api/locks/reveal-unlock-code", { method: "POST", token, body })).status
}
const refusedThere = (token: string) =>
  expect.poll(() => reveal(there, token), { timeout: 20_000, interval: 20 }).toBe(401)

it("a token that was signed out at one process reveals nothing at another that has just let it", async () => {
  const [leaving, staying] = [await here.enter("acme", Role.id.Owner), await here.enter("acme", Role.id.Owner)]
  expect(await reveal(there, leaving)).toBe(200)
  expect(await reveal(there, staying)).toBe(200)
  expect((await here.fetch("/api/auth/logout", { method: "POST", token: leaving })).status).toBe(200)
  await refusedThere(leaving)
  expect(await reveal(there, staying)).toBe(200)
})

it("nor does a token that its session no longer has, once its user has shown the password again", async () => {
  const token = await here.enter("acme", Role.id.Owner)
  expect(await reveal(there, token)).toBe(200)
  const payload = { email: emailOf("acme", Role.id.Owner), password, isAuth: true }
  const { data } = await here.call(token, (api) => api.auth.login({ payload }))
  expect(data.token).not.toBe(token)
  await refusedThere(token)
  expect(await reveal(there, data.token)).toBe(200)
})
