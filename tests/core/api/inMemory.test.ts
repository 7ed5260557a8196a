import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Exit, Layer, ManagedRuntime, type Schema, Scope } from "effect"
import { HttpApiBuilder, HttpApiTest } from "effect/http-api"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Api } from "#core/api/Api.ts"
import { groupNames } from "#core/api/apiGroups.ts"
import { type CurrentSession, Guard, Problems, Session } from "#core/api/Guard.ts"
import { anyRequest, draw, endpoints } from "../../support/contractCalls.ts"

/** What the handlers were asked, and what they answer. Only the contract is tested here, without a server. */
let asked: Readonly<Record<string, unknown>> = {}
let answer: Effect.Effect<unknown, unknown> = Effect.void

type AnyHandlers = { readonly handleAll: (handlers: object) => never }

const handlers = groupNames.map((group) =>
  HttpApiBuilder.group(Api, group, (builder) =>
    (builder as unknown as AnyHandlers).handleAll(
      Object.fromEntries(
        Object.keys(Api.groups[group].endpoints).map((name) => [
          name,
          (request: typeof asked) => {
            asked = request
            return answer
          }
        ])
      )
    )
  )
)

const anyone = Layer.succeed(Guard, (call) => Effect.provideService(call, Session, {} as CurrentSession))
const unchanged = Layer.succeed(Problems, (call) => call)

const runtime = ManagedRuntime.make(
  Layer.mergeAll(...(handlers as unknown as [Layer.Layer<never>])).pipe(
    Layer.provideMerge(Layer.mergeAll(anyone, unchanged, NodeHttpServer.layerHttpServices))
  )
)
const scope = Effect.runSync(Scope.make())
let client: Readonly<Record<string, Readonly<Record<string, (request: unknown) => Effect.Effect<unknown, unknown>>>>>

beforeAll(async () => {
  const making = HttpApiTest.groups(Api, groupNames).pipe(Effect.provideService(Scope.Scope, scope))
  client = (await runtime.runPromise(making as never)) as typeof client
})
afterAll(() => runtime.dispose())

const call = (ref: string, request: unknown) => {
  const [group = "", name = ""] = ref.split(".")
  const made = client[group]?.[name] ?? expect.unreachable(`no call ${ref}`)
  return runtime.runPromise(Effect.exit(made(request)))
}

/** How many of the drawn values go through each call. */
const tried = 4

/** A request with the drawn values at an index. Its query has no lone surrogates, which a URL can't hold. */
const requestAt = (parts: Readonly<Record<string, Schema.Top>>, at: number): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(parts).map(([part, schema]) => {
      const value = draw(schema)[at] as object
      const inUrl = Object.entries(value).map(([name, text]) => [name, isText(text) ? text.toWellFormed() : text])
      return [part, part === "query" ? Object.fromEntries(inUrl) : value]
    })
  )
const isText = (value: unknown): value is string => typeof value === "string"

describe.each(endpoints)("$ref", (endpoint) => {
  const { ref, parts, success, errors } = endpoint
  it("gets the requests that the client was given", async () => {
    answer = Effect.succeed(draw(success)[0])
    for (let at = 0; at < tried; at += 1) {
      const request = requestAt(parts, at)
      asked = {}
      const exit = await call(ref, request)
      expect(Exit.isSuccess(exit), String(exit)).toBe(true)
      expect(Object.fromEntries(Object.keys(parts).map((part) => [part, asked[part]]))).toEqual(request)
    }
  })
  it("answers what the handler answered", async () => {
    for (const value of draw(success).slice(0, tried)) {
      answer = Effect.succeed(value)
      expect(await call(ref, anyRequest(endpoint))).toEqual(Exit.succeed(value))
    }
  })
  it("fails as the handler failed", async () => {
    for (const [, schema] of errors) {
      const [failure] = draw(schema)
      answer = Effect.fail(failure)
      expect(await call(ref, anyRequest(endpoint))).toEqual(Exit.fail(failure))
    }
  })
})
