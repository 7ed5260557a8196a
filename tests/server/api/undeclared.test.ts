import { Context, Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Guard, Problems, Session } from "#core/api/Guard.ts"
import { anybody, DeclaredAccess, signedIn, writes } from "#core/auth/Access.ts"
import { Role } from "#core/auth/roles.ts"
import { GuardLive } from "#server/auth/GuardLive.ts"
import { ProblemsLive } from "#server/http/ProblemsLive.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

const call = <const Name extends string>(name: Name) =>
  HttpApiEndpoint.get(name, `/${name}`, { success: Schema.String })

/** A contract with a mistake: an endpoint that doesn't declare who may call it. */
class Careless extends HttpApi.make("careless")
  .add(
    HttpApiGroup.make("calls").add(
      call("undeclared"),
      call("open").annotate(DeclaredAccess, anybody),
      call("own").annotate(DeclaredAccess, signedIn),
      call("reports").annotate(DeclaredAccess, writes(13))
    )
  )
  .middleware(Guard)
  .middleware(Problems) {}

describe("a call without declared access", () => {
  let server: TestServer
  const ran: Array<string> = []
  beforeAll(async () => {
    server = await startTestServer(postgres, makeCompany("acme"))
  })
  afterAll(() => server.close())

  const handlers = HttpApiBuilder.group(Careless, "calls", (handlers) => {
    const answer = (name: string) => () =>
      Effect.sync(() => {
        ran.push(name)
        return name
      })
    return handlers
      .handle("undeclared", answer("undeclared"))
      .handle("open", answer("open"))
      .handle("own", () => Effect.map(Session, ({ user }) => user.email))
      .handle("reports", answer("reports"))
  })

  const get = (path: string, token?: string) =>
    server.run(
      Effect.scoped(
        Effect.gen(function* () {
          const layer = HttpApiBuilder.layer(Careless).pipe(
            Layer.provide(handlers),
            Layer.provide([GuardLive, ProblemsLive]),
            Layer.provide(HttpServer.layerServices)
          )
          const app = yield* HttpRouter.toHttpEffect(layer)
          const request = new Request(
            `http://localhost${path}`,
            token === undefined ? {} : { headers: { authorization: token } }
          )
          const response = yield* Effect.provideContext(
            app,
            Context.make(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(request)) as never
          )
          const web = HttpServerResponse.toWeb(response)
          return { status: web.status, text: yield* Effect.promise(() => web.text()) }
        })
      )
    ) as Promise<{ status: number; text: string }>

  it("answers 500 to everyone, and never runs", async () => {
    for (const token of [undefined, await server.enter("acme", Role.id.SuperAdmin)]) {
      const { status, text } = await get("/undeclared", token)
      expect(status).toBe(500)
      expect(JSON.parse(text)).toEqual({
        code: "ServerFault",
        error: "Something went wrong on our end",
        requestId: expect.stringMatching(/^[0-9a-z-]{8,40}$/)
      })
    }
    expect(ran).toEqual([])
  })

  it("does not affect the guards of other calls", async () => {
    const admin = await server.enter("acme", Role.id.Admin)
    const vendor = await server.enter("acme", Role.id.Vendor)
    expect(await get("/open")).toEqual({ status: 200, text: '"open"' })
    expect((await get("/own")).status).toBe(401)
    expect(await get("/own", vendor)).toEqual({ status: 200, text: '"vendor@acme.example.com"' })
    expect((await get("/reports", vendor)).status).toBe(403)
    expect(await get("/reports", admin)).toEqual({ status: 200, text: '"reports"' })
    expect(ran).toEqual(["open", "reports"])
  })
})
