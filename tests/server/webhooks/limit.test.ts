import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

describe.each(usualHomes)("the number of a company's webhooks, on $name", (home) => {
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

  it("is limited, also if many are added at once", async () => {
    const added = await Promise.all(
      Array.from({ length: 40 }, (_, nth) =>
        server.fetch("/api/companies/webhooks", {
          method: "POST",
          token: owner,
          body: { url: `https://hooks.example.com/${nth}`, events: ["lock.changed"] }
        })
      )
    )
    const refused = added.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(20)
    for (const each of refused) expect(each).toMatchObject({ status: 409, json: { code: "WebhookLimitReached" } })
    const { json } = await server.fetch("/api/companies/webhooks", { token: owner })
    expect((json as { readonly data: ReadonlyArray<unknown> }).data).toHaveLength(20)
  })
})
