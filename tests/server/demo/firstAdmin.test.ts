import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { seedDemo } from "#server/demo/seedDemo.ts"
import { type FirstAdmin, seedFirstAdmin } from "#server/demo/seedFirstAdmin.ts"
import { usualHomes } from "../../support/databases.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

const first = (email: string | null) => seedFirstAdmin(email)

const uidOf = (admin: FirstAdmin | null): string => {
  const [, uid = ""] = /^\/setpassword\?uid=([\w-]{43})$/.exec(admin?.path ?? "") ?? []
  expect(uid).not.toBe("")
  return uid
}

describe.each(usualHomes)("the first Super Admin, on $name", (home) => {
  let server: TestServer
  let firstUid = ""
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.map(first("typo@operator.example.com"), (admin) => void (firstUid = uidOf(admin)))
    )
  })
  afterAll(() => server.close())

  const setPassword = (uid: string) => ({ payload: { uid, password: "a long first password" } })

  it("gets a new link until the password is set, and none afterwards", async () => {
    const other = uidOf(await server.run(first("Chief@operator.example.com")))
    const kept = await server.run(first(null))
    expect(kept?.email).toBe("Chief@operator.example.com")
    const uid = uidOf(kept)
    expect(uid).not.toBe(other)
    const refused = await server.refused(null, (api) => api.auth.updatePasswordWithToken(setPassword(firstUid)))
    expect(refused).toMatchObject({ _tag: "LinkExpired" })
    await server.call(null, (api) => api.auth.updatePasswordWithToken(setPassword(uid)))
    expect(await server.run(first("somebody@else.example.com"))).toBeNull()
    const again = await server.refused(null, (api) => api.auth.updatePasswordWithToken(setPassword(uid)))
    expect(again).toMatchObject({ _tag: "LinkExpired" })

    const credentials = { email: "chief@operator.example.com", password: "a long first password" }
    const { data } = await server.call(null, (api) => api.auth.login({ payload: credentials }))
    expect(data.user.roleID).toBe(Role.id.SuperAdmin)
    const stored = await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
        SELECT email, (SELECT count(*) FROM companies) AS companies, (SELECT count(*) FROM locks) AS locks FROM users`
      )
    )
    expect(stored).toEqual([{ email: "Chief@operator.example.com", companies: 1, locks: 0 }])
  })

  it("is not added to demonstration data", async () => {
    const demo = await startTestServer(home, seedDemo({ size: 50, seed: 1, now: new Date() }))
    try {
      expect(await demo.run(first("chief@operator.example.com"))).toBeNull()
    } finally {
      await demo.close()
    }
  })
})
