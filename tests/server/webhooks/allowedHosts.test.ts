import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

const url = "http://10.0.0.1/hook"

describe.each(usualHomes)("a webhook whose address the settings no longer allow, on $name", (home) => {
  let server: TestServer
  let owner = ""
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        yield* makeCompany("acme")
      })
    )
    owner = await server.enter("acme", Role.id.Owner, { client: "terminal" })
  })
  afterAll(() => server.close())

  it("can be paused and changed, but not resumed until it has another address", async () => {
    const send = (method: string, path: string, body: unknown) =>
      server.fetch(`/api/companies/webhooks${path}`, { method, token: owner, body })
    const added = await send("POST", "", { url: "https://hooks.example.com", events: ["lock.changed"] })
    const { id } = (added.json as { readonly data: { readonly id: number } }).data
    // As after a restart with other settings.
    await server.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE webhooks SET url = ${url}`))
    const edit = (facts: object) => send("PUT", `/${id}`, facts)
    expect(await edit({ events: ["job.done"] })).toMatchObject({ status: 200, json: { data: { url } } })
    expect(await edit({ isActive: false })).toMatchObject({ status: 200, json: { data: { isActive: false } } })
    expect(await edit({ isActive: true })).toMatchObject({
      status: 422,
      json: { data: { issues: [{ path: "url", message: "Enter a public address that begins with https://." }] } }
    })
    expect(await edit({ isActive: true, url: "https://hooks.example.com/b" })).toMatchObject({ status: 200 })
  })
})
