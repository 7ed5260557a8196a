import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Clock, Context, Effect, Exit, Layer, Logger, Scope } from "effect"
import { Agent, type Dispatcher, request } from "undici"
import { FetchHttpClient } from "effect/http"
import { SqlClient } from "effect/sql"
import { ApiClient } from "#core/api/ApiClient.ts"
import { contractClient } from "#core/api/contractClient.ts"
import type { RoleId } from "#core/auth/roles.ts"
import type { CompanyId, UserId } from "#core/base/ids.ts"
import { type NewSession, Sessions } from "#server/auth/Sessions.ts"
import { insertedRow } from "#server/db/insertedRow.ts"
import { type ServeOptions, type ServerServices, startServer } from "#server/main.ts"
import type { TestHome } from "./databases.ts"
import { emailOf, password } from "./fixture.ts"

type Client = ApiClient["Service"]

/** A real server on a real database, in this process, and its typed client. */
export interface TestServer {
  readonly address: string
  readonly dataFolder: string
  /** The URL of its metrics; null without a `metricsPort`. */
  readonly metrics: string | null
  /** Runs with the server's own services: to look into the database, or to break something. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, ServerServices>) => Promise<A>
  /** Runs with the server's database client. */
  readonly sql: <A, E>(use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E, ServerServices>) => Promise<A>
  /** Runs with the typed client, in a session or signed out, for a company if one is given. */
  readonly call: <A, E>(
    token: string | null,
    use: (client: Client) => Effect.Effect<A, E>,
    companyID?: CompanyId
  ) => Promise<A>
  /** The failure of a call that must fail. */
  readonly refused: <A, E>(
    token: string | null,
    use: (client: Client) => Effect.Effect<A, E>,
    companyID?: CompanyId
  ) => Promise<E>
  /** Signs in a fixture user with a role and returns the token. */
  readonly signIn: (company: string, role: RoleId) => Promise<string>
  /** The token of a new session of a fixture user, without signing in. */
  readonly enter: (company: string, role: RoleId, session?: Partial<NewSession>) => Promise<string>
  /** A plain request, with its parsed response. Unlike the global `fetch`, it asks for no compression and follows no redirect. */
  readonly fetch: (
    path: string,
    init?: {
      readonly method?: string | undefined
      /** Absent for a call without a session. */
      readonly token?: string | null | undefined
      readonly body?: unknown
      readonly headers?: Record<string, string>
    }
  ) => Promise<{ readonly status: number; readonly headers: Headers; readonly text: string; readonly json: unknown }>
  /** The server's log so far, as JSON lines. */
  readonly logged: () => string
  readonly close: () => Promise<void>
}

/** Limits that no test reaches by accident. */
export const wide: NonNullable<ServeOptions["limits"]> = {
  signInPerEmail: { times: 1e6, seconds: 60 },
  signInPerEmailInAll: { times: 1e6, seconds: 60 },
  signInPerAddress: { times: 1e6, seconds: 60 },
  revealPerUser: { times: 1e6, seconds: 60 },
  revealPerUserHour: { times: 1e6, seconds: 60 },
  revealPerUserDay: { times: 1e6, seconds: 60 },
  revealPerLock: { times: 1e6, seconds: 60 },
  linkPerAddress: { times: 1e6, seconds: 60 },
  exportPerUser: { times: 1e6, seconds: 60 },
  ticketPerUser: { times: 1e6, seconds: 60 },
  forgottenPerEmail: { times: 1e6, seconds: 60 },
  forgottenPerAddress: { times: 1e6, seconds: 60 },
  apiKey: { times: 1e6, seconds: 60 }
}

/** A clock that tests can advance: real time plus an offset. */
export const movableClock = (): Clock.Clock & { readonly advance: (millis: number) => void } => {
  const real = Clock.Clock.defaultValue()
  let moved = 0
  return Object.assign(Object.create(real), {
    advance: (millis: number) => {
      moved += millis
    },
    currentTimeMillisUnsafe: () => real.currentTimeMillisUnsafe() + moved,
    currentTimeMillis: Effect.sync(() => real.currentTimeMillisUnsafe() + moved)
  })
}

/** The same headers as `fetch` gives them. */
const headersOf = (given: Dispatcher.ResponseData["headers"]): Headers => {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(given))
    for (const value of [values].flat()) headers.append(name, value)
  return headers
}

/** Starts a server on a new migrated database of `home`. `prepare` fills it before any client can connect. */
export const startTestServer = async (
  home: Pick<TestHome, "open">,
  prepare: Effect.Effect<unknown, unknown, ServerServices>,
  options: Partial<ServeOptions> & { readonly clock?: Clock.Clock } = {}
): Promise<TestServer> => {
  const { config, dispose } = await home.open()
  const own = mkdtempSync(join(tmpdir(), "lockdesk-server-"))
  const dataFolder = options.data ?? (config.kind === "embedded" ? config.folder : own)
  const lines: Array<string> = []
  const logger = Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])
  const scope = Scope.makeUnsafe()
  let services: Context.Context<ServerServices> | undefined
  const keep = Effect.flatMap(Effect.context<ServerServices>(), (context) => {
    services = context
    return prepare
  })
  const { clock, ...given } = options
  const start = startServer(
    {
      data: dataFolder,
      port: 0,
      limits: wide,
      ...(config.kind === "server" ? { databaseUrl: config.url } : {}),
      ...given
    },
    keep
  ).pipe(Scope.provide(scope), Effect.provide(logger))
  // A plain `fetch` takes 0.4 ms more of CPU per call, and some files make thousands.
  const connections = new Agent()
  const cleanUp = async (): Promise<void> => {
    await connections.destroy()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await dispose()
    rmSync(own, { recursive: true, force: true })
  }
  const { address, metrics } = await Effect.runPromise(
    clock === undefined ? start : Effect.provideService(start, Clock.Clock, clock)
  ).catch(async (error: unknown) => {
    await cleanUp()
    throw error
  })

  // One client per token and company: creating one compiles the whole contract.
  const clients = new Map<string, Promise<Client>>()
  const client = (token: string | null, companyID: CompanyId | null): Promise<Client> => {
    const connection = { host: address, token: () => token, companyID: () => companyID }
    const layer = contractClient(connection).pipe(Layer.provide(FetchHttpClient.layer))
    const key = `${token} ${companyID}`
    const made =
      clients.get(key) ??
      Effect.runPromise(Layer.buildWithScope(layer, scope)).then((context) => Context.get(context, ApiClient))
    clients.set(key, made)
    return made
  }

  const within = <A, E>(token: string | null, use: (client: Client) => Effect.Effect<A, E>, companyID?: CompanyId) =>
    Effect.flatMap(
      Effect.promise(() => client(token, companyID ?? null)),
      use
    )

  const run: TestServer["run"] = (effect) =>
    Effect.runPromise(Effect.provideContext(effect, services as Context.Context<ServerServices>))

  return {
    address,
    dataFolder,
    metrics,
    run,
    sql: (use) => run(Effect.flatMap(SqlClient.SqlClient, use)),
    call: (token, use, companyID) => Effect.runPromise(within(token, use, companyID)),
    refused: (token, use, companyID) => Effect.runPromise(Effect.flip(within(token, use, companyID))) as never,
    signIn: async (company, role) => {
      const { data } = await Effect.runPromise(
        within(null, (api) => api.auth.login({ payload: { email: emailOf(company, role), password } }))
      )
      return data.token
    },
    enter: (company, role, session = {}) =>
      run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const users = yield* sql<{
            user_id: UserId
          }>`SELECT user_id FROM users WHERE email = ${emailOf(company, role)}`
          const made = {
            userID: insertedRow(users).user_id,
            client: "web",
            remember: false,
            fromSso: false,
            ...session
          } as const
          return yield* (yield* Sessions).create(made)
        })
      ),
    fetch: async (path, { method = "GET", token, body, headers = {} } = {}) => {
      const response = await request(address + path, {
        dispatcher: connections,
        method: method as Dispatcher.HttpMethod,
        headers: {
          ...(typeof token === "string" ? { authorization: token } : {}),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers
        },
        body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body)
      })
      const text = await response.body.text()
      let json: unknown = null
      try {
        json = JSON.parse(text)
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
      }
      return { status: response.statusCode, headers: headersOf(response.headers), text, json }
    },
    // The number of a fiber may happen to be the combination that a test looks for.
    logged: () => lines.join("\n").replaceAll(/"fiberId":"#\d+"/g, '"fiberId":""'),
    close: cleanUp
  }
}
