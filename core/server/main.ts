import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { NodeHttpServer } from "@effect/platform-node"
import { ByteSize, Effect, Layer, Redacted, Schema } from "effect"
import { HttpIncomingMessage } from "effect/http"
import { Activation } from "./activation/Activation.ts"
import { Audit } from "./audit/Audit.ts"
import { Witness } from "./audit/Witness.ts"
import { Limiter } from "./auth/Limiter.ts"
import { OneTimeLinks } from "./auth/OneTimeLinks.ts"
import { Sessions } from "./auth/Sessions.ts"
import { SignIns } from "./auth/SignIns.ts"
import { Database, type DatabaseConfig } from "./db/Database.ts"
import { migrate } from "./db/migrations.ts"
import { Facilities } from "./facilities/Facilities.ts"
import { makeApp } from "./http/app.ts"
import { attachHub } from "./hub/attachHub.ts"
import { Hub } from "./hub/Hub.ts"
import { HubRelay } from "./hub/HubRelay.ts"
import { HubSessionsLive, LiveEventsLive } from "./live/LiveEventsLive.ts"
import { Locks } from "./locks/Locks.ts"
import { LockSearch } from "./locks/LockSearch.ts"
import { Registry } from "./registry/Registry.ts"
import { Reveals } from "./reveals/Reveals.ts"
import { Keyring } from "./secrets/Keyring.ts"
import { defaultLimits, type ServerSettings, Settings } from "./Settings.ts"
import { Users } from "./team/Users.ts"

/** What `lockdesk serve` is told. Everything but the data folder has a default. */
export interface ServeOptions {
  /** Folder for the embedded database, the master key and the audit witness. */
  readonly data: string
  /** 0 takes any free port. */
  readonly port?: number
  /** Network address to listen on; this machine only when absent. */
  readonly host?: string
  /** A PostgreSQL server instead of the embedded database. */
  readonly databaseUrl?: Redacted.Redacted
  readonly masterKey?: Redacted.Redacted
  readonly publicAddress?: string
  readonly storeAddress?: string
  readonly allowedOrigins?: ReadonlyArray<string>
  readonly limits?: Partial<ServerSettings["limits"]>
  readonly commonPasswords?: ReadonlyArray<string>
}

/** The port is taken, or the address is not this machine's. */
export class CannotListen extends Schema.TaggedError<CannotListen>()("CannotListen", {
  address: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `Cannot listen on ${this.address}: ${this.reason}. Stop what uses it, or choose another with --port.`
  }
}

const defaultPort = 4400
const maxBodyBytes = 1024 * 1024
const drainMillis = 20_000

const settingsOf = (options: ServeOptions): ServerSettings => ({
  dataFolder: options.data,
  masterKey: options.masterKey ?? null,
  publicAddress: options.publicAddress ?? `http://localhost:${options.port ?? defaultPort}`,
  storeAddress: options.storeAddress ?? "https://store.lockdesk.example",
  allowedOrigins: options.allowedOrigins ?? [],
  limits: { ...defaultLimits, ...options.limits },
  commonPasswords: new Set((options.commonPasswords ?? []).map((password) => password.toLowerCase())),
  maxBodyBytes
})

const databaseOf = (options: ServeOptions): DatabaseConfig =>
  options.databaseUrl === undefined
    ? { kind: "embedded", folder: options.data }
    : { kind: "server", url: options.databaseUrl }

/** The database, migrated, with the keys and records that everything stands on. */
export const dataLayer = (options: ServeOptions) =>
  Layer.mergeAll(Keyring.layer, Audit.layer.pipe(Layer.provide(Witness.layer))).pipe(
    Layer.provideMerge(Layer.effectDiscard(migrate)),
    Layer.provideMerge(Database.layer(databaseOf(options))),
    Layer.provideMerge(Layer.succeed(Settings, settingsOf(options)))
  )

/** Everything the calls are answered by. */
const serviceLayer = (options: ServeOptions) => {
  const relay = options.databaseUrl === undefined ? HubRelay.layerLocal : HubRelay.layerPostgres
  const hub = Hub.layer({ allowedOrigins: options.allowedOrigins ?? [] }).pipe(
    Layer.provide(relay),
    Layer.provide(HubSessionsLive)
  )
  const subjects = Layer.mergeAll(
    Activation.layer,
    Reveals.layer,
    Locks.layer,
    LockSearch.layer,
    Registry.layer,
    Facilities.layer,
    Users.layer,
    SignIns.layer
  )
  return subjects.pipe(
    Layer.provideMerge(LiveEventsLive),
    Layer.provideMerge(hub),
    Layer.provideMerge(Layer.mergeAll(Sessions.layer, OneTimeLinks.layer, Limiter.layer)),
    Layer.provideMerge(dataLayer(options))
  )
}

const listen = (server: Server, host: string, port: number) =>
  Effect.callback<AddressInfo, CannotListen>((resume) => {
    const failed = (error: Error) =>
      resume(Effect.fail(new CannotListen({ address: `${host}:${port}`, reason: error.message })))
    server.once("error", failed)
    server.listen(port, host, () => {
      server.off("error", failed)
      resume(Effect.succeed(server.address() as AddressInfo))
    })
  })

/** No more connections; those that are answering finish, the idle ones end. */
const drain = (server: Server) =>
  Effect.callback<void>((resume) => {
    server.close(() => resume(Effect.void))
    server.closeIdleConnections()
  }).pipe(
    Effect.timeoutOrElse({
      duration: drainMillis,
      orElse: () => Effect.sync(() => server.closeAllConnections())
    })
  )

/** A server that is up, until the scope it was started in closes. */
export interface RunningServer {
  readonly address: string
  readonly port: number
}

/** What the server's own services are, for what runs inside it before it listens. */
export type ServerServices = Layer.Success<ReturnType<typeof serviceLayer>>

/**
 * Starts a server in the current scope: database, migrations, calls and hub on one port. `prepare` runs on the migrated
 * database before anybody can connect. Closing the scope stops taking connections, tells hub clients to reconnect
 * elsewhere, finishes what is in flight and closes the database.
 */
export const startServer = Effect.fn("startServer")(function* <E = never>(
  options: ServeOptions,
  prepare: Effect.Effect<unknown, E, ServerServices> = Effect.void
) {
  const host = options.host ?? "127.0.0.1"
  // Time limits against slow senders; an open hub connection is not a request being received.
  const server = createServer({ headersTimeout: 15_000, requestTimeout: 60_000, keepAliveTimeout: 65_000 })
  const services = yield* Layer.build(serviceLayer(options))
  return yield* Effect.gen(function* () {
    yield* prepare
    const app = yield* makeApp
    const scope = yield* Effect.scope
    const handler = yield* NodeHttpServer.makeHandler(app, { scope })
    server.on("request", handler)
    attachHub(server, yield* Hub)
    yield* Effect.addFinalizer(() => drain(server))
    const { port } = yield* listen(server, host, options.port ?? defaultPort)
    const address = `http://${host.includes(":") ? `[${host}]` : host}:${port}`
    yield* Effect.logInfo("Listening", { address })
    return { address, port } satisfies RunningServer
  }).pipe(
    Effect.provideContext(services),
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(maxBodyBytes))
  )
})
