import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type { PageSettings } from "#core/base/pageSettings.ts"
import { defaultJobDays, defaultSupportAddress, defaultTransferDays } from "#core/base/settingDefaults.ts"
import { ByteSize, Effect, Layer, Metric, type Redacted, References, Scope } from "effect"
import { HttpIncomingMessage } from "effect/http"
import { Audit } from "./audit/Audit.ts"
import { type AnchorOptions, Anchors } from "./audit/Anchors.ts"
import { checkAtStart } from "./audit/checkAtStart.ts"
import { Witness } from "./audit/Witness.ts"
import common from "./auth/commonPasswords.json" with { type: "json" }
import { ForgottenPasswords } from "./auth/ForgottenPasswords.ts"
import { KnownBrowsers } from "./auth/KnownBrowsers.ts"
import { Limiter } from "./auth/Limiter.ts"
import { OneTimeLinks } from "./auth/OneTimeLinks.ts"
import { purgeLayer } from "./auth/purgeExpired.ts"
import { Sessions } from "./auth/Sessions.ts"
import { copyEmbedded } from "./db/copyEmbedded.ts"
import { Database, type DatabaseConfig } from "./db/Database.ts"
import { lockDataFolder } from "./db/dataFolderLock.ts"
import { migrate } from "./db/migrations.ts"
import { endLeases } from "./jobs/endLeases.ts"
import { JobBeats } from "./jobs/JobBeats.ts"
import type { AddressProvider } from "./addresses/addressProvider.ts"
import { fmsLayer } from "./fms/fmsLayer.ts"
import { defaultFmsSettings, type FmsSettings } from "./fms/FmsSettings.ts"
import { makeApp } from "./app.ts"
import * as subjects from "./subjectLayers.ts"
import { Uploads } from "./http/Uploads.ts"
import { checkListening, defaultReceivingTimes, makeListener, type ReceivingTimes } from "./http/Listener.ts"
import { clientAddress, readTrustedProxies } from "./http/trustedProxies.ts"
import { hostAddress, isThisMachine, listeningAddress } from "#core/base/loopback.ts"
import { attachHub } from "./hub/attachHub.ts"
import { Hub } from "./hub/Hub.ts"
import { HubRelay } from "./hub/HubRelay.ts"
import { HubSessionsLive, LiveEventsLive } from "./LiveEventsLive.ts"
import { LockWrites } from "./locks/LockWrites.ts"
import { Mailer } from "./mail/Mailer.ts"
import { Outbox } from "./mail/Outbox.ts"
import { Notices } from "./notices/Notices.ts"
import { serveMetrics } from "./observability/metricsServer.ts"
import { Measuring } from "./observability/serverMetrics.ts"
import { tracingLayer } from "./observability/tracing.ts"
import { readSmtp, type SmtpOptions, type SmtpSettings } from "./mail/smtpSettings.ts"
import { Keyring } from "./secrets/Keyring.ts"
import { defaultLimits, type ServerSettings, Settings } from "./Settings.ts"
import { defaultWebhookTimes, type WebhookTimes } from "./webhooks/WebhookTimes.ts"
import { builtConsole } from "./web/consoleFolder.ts"

/** Options of `lockdesk serve`. Everything except the data folder has a default. */
export interface ServeOptions {
  /** The folder for the embedded database, the master key and the audit witness. */
  readonly data: string
  /** 0 uses any free port. */
  readonly port?: number
  /** The network address to listen on; by default only this machine. */
  readonly host?: string
  /** A PostgreSQL server instead of the embedded database. */
  readonly databaseUrl?: Redacted.Redacted
  /** First copies the embedded database of the data folder to the PostgreSQL server, if that is empty. */
  readonly fromEmbedded?: boolean
  readonly masterKey?: Redacted.Redacted
  readonly publicAddress?: string
  readonly storeAddress?: string
  /** The recipient of support tickets. */
  readonly supportAddress?: string
  /** The provider of postal addresses for the facility form; by default the built-in table. */
  readonly addresses?: AddressProvider
  /** The folder of the built console; by default `dist/web` of this clone or bundle. It is served as soon as it exists. */
  readonly consoleFolder?: string
  /** What the console's page says and links to; by default as built. */
  readonly pageSettings?: PageSettings
  /** How many days an offered facility can be accepted; 7 by default. */
  readonly transferDays?: number
  readonly allowedOrigins?: ReadonlyArray<string>
  readonly limits?: Partial<ServerSettings["limits"]>
  /** Addresses and networks of proxies whose X-Forwarded-For is trusted; none by default. */
  readonly trustedProxies?: ReadonlyArray<string>
  /** Passwords to refuse besides the common ones. */
  readonly commonPasswords?: ReadonlyArray<string>
  /** How long jobs are kept, in milliseconds (`Settings`); by default a week if they were never started, else half a year. */
  readonly jobsKept?: Partial<ServerSettings["jobsKept"]>
  /** Connections to facility management software. */
  readonly fms?: Partial<FmsSettings>
  /** When webhook messages are sent. Their allowed hosts are configured in `fms`. */
  readonly webhooks?: Partial<WebhookTimes>
  /** The mail provider; without one, messages stay in the outbox. */
  readonly smtp?: SmtpOptions
  /** Where to save the heads of the audit log outside the server, every hour. */
  readonly anchor?: AnchorOptions
  /** Starts a new audit witness if the old one is lost and the operator knows why. */
  readonly newWitness?: boolean
  /** The port of the metrics, on this machine only; 0 uses any free one, and by default there are none. */
  readonly metricsPort?: number
  /** Where spans are sent, such as `http://127.0.0.1:4318`; nowhere by default. */
  readonly otlp?: string
  /** How long a client may take to send a request. */
  readonly receiving?: ReceivingTimes
}

export { CannotListen } from "./http/Listener.ts"

const defaultHost = "127.0.0.1"
const defaultPort = 4400
const maxBodyBytes = 1024 * 1024
const day = 24 * 60 * 60 * 1000
const jobsKept: ServerSettings["jobsKept"] = {
  notBegun: defaultJobDays.notBegun * day,
  ended: defaultJobDays.ended * day
}

const proxiesOf = (entries: ReadonlyArray<string>) => {
  const read = readTrustedProxies(entries)
  if ("wrong" in read) throw new RangeError(`'${read.wrong}' is not an address or a network`)
  return read.proxies
}

/** The URL people use to reach a server that listens on a port. */
const publicAddressOf = ({ host = defaultHost, publicAddress }: ServeOptions, port: number): string =>
  publicAddress ?? listeningAddress(host, port)

const settingsOf = (options: ServeOptions): ServerSettings => ({
  dataFolder: options.data,
  masterKey: options.masterKey ?? null,
  publicAddress: publicAddressOf(options, options.port ?? defaultPort),
  storeAddress: options.storeAddress ?? "https://store.lockdesk.example",
  supportAddress: options.supportAddress ?? defaultSupportAddress,
  addresses: options.addresses ?? null,
  consoleFolder: options.consoleFolder ?? builtConsole,
  pageSettings: options.pageSettings ?? {},
  allowedOrigins: options.allowedOrigins ?? [],
  transferDays: options.transferDays ?? defaultTransferDays,
  trustedProxies: proxiesOf(options.trustedProxies ?? []),
  limits: { ...defaultLimits, ...options.limits },
  commonPasswords: new Set([
    ...common.passwords.split(" "),
    ...(options.commonPasswords ?? []).map((password) => password.toLowerCase())
  ]),
  fms: { ...defaultFmsSettings, ...options.fms },
  webhooks: { ...defaultWebhookTimes, ...options.webhooks },
  maxBodyBytes,
  jobsKept: { ...jobsKept, ...options.jobsKept }
})

const databaseOf = (options: ServeOptions): DatabaseConfig =>
  options.databaseUrl === undefined
    ? { kind: "embedded", folder: options.data }
    : { kind: "server", url: options.databaseUrl }

/**
 * Only one process may use the folder even if its database is elsewhere, because the audit witness has one writer. The embedded
 * database takes this lock itself.
 */
const folderLock = ({ data, databaseUrl, fromEmbedded = false }: ServeOptions) =>
  Layer.effectDiscard(
    databaseUrl === undefined
      ? Effect.void
      : Effect.andThen(fromEmbedded ? copyEmbedded(data, databaseUrl) : Effect.void, lockDataFolder(data))
  )

/** The migrated database, with the keys and the audit log that everything needs. */
export const dataLayer = (options: ServeOptions) =>
  Audit.layer.pipe(
    Layer.provide(
      Layer.mergeAll(
        Witness.layer({ shared: options.databaseUrl !== undefined, renew: options.newWitness === true }),
        Anchors.layer(options.anchor ?? {})
      )
    ),
    Layer.provideMerge(Keyring.layer),
    Layer.provideMerge(
      Layer.effectDiscard(
        options.databaseUrl === undefined ? Effect.andThen(migrate, endLeases) : Effect.asVoid(migrate)
      )
    ),
    Layer.provideMerge(Database.layer(databaseOf(options))),
    Layer.provideMerge(folderLock(options)),
    Layer.provideMerge(Layer.succeed(Settings, settingsOf(options)))
  )

/** Services that outlive the hub and the last response: data, sessions, limits, mail, and the relay to other processes. */
const standingLayer = (options: ServeOptions, smtp: SmtpSettings | null) => {
  const relay = options.databaseUrl === undefined ? HubRelay.layerLocal : HubRelay.layerPostgres
  const limiter = options.databaseUrl === undefined ? Limiter.layerLocal : Limiter.layerPostgres
  const beats = options.databaseUrl === undefined ? JobBeats.layerLocal : JobBeats.layerPostgres
  const mailer = smtp === null ? Mailer.layerOutbox : Mailer.layerSmtp(smtp)
  const mail = mailer.pipe(Layer.provideMerge(Outbox.layer))
  return ForgottenPasswords.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Sessions.layer,
        KnownBrowsers.layer,
        OneTimeLinks.layer,
        limiter,
        beats,
        relay,
        mail,
        purgeLayer,
        checkAtStart,
        subjects.standing
      )
    ),
    Layer.provideMerge(dataLayer(options))
  )
}

/** Everything the calls need. */
const answeringLayer = (options: ServeOptions) => {
  const proxies = proxiesOf(options.trustedProxies ?? [])
  const hub = Hub.layer({
    allowedOrigins: options.allowedOrigins ?? [],
    addressOf: ({ socket, headers }) =>
      clientAddress(socket.remoteAddress ?? "unknown", headers["x-forwarded-for"]?.toString(), proxies)
  }).pipe(Layer.provide(HubSessionsLive))
  return Layer.mergeAll(subjects.services, Uploads.layer).pipe(
    Layer.provideMerge(Layer.mergeAll(LockWrites.layer, fmsLayer)),
    Layer.provideMerge(Notices.layer),
    Layer.provideMerge(LiveEventsLive),
    Layer.provideMerge(hub)
  )
}

/** A running server, until the scope it was started in closes. */
export interface RunningServer {
  readonly address: string
  /** The URL people use to reach it. */
  readonly publicAddress: string
  readonly port: number
  /** The URL of the Prometheus metrics; null if they are off. */
  readonly metrics: string | null
}

/** The server's own services, for code that runs in it before it listens. */
export type ServerServices =
  | Layer.Success<ReturnType<typeof standingLayer>>
  | Layer.Success<ReturnType<typeof answeringLayer>>

/**
 * Starts a server in the current scope: database, migrations, calls and hub on one port. `prepare` runs on the migrated
 * database before anyone can connect. Closing the scope stops accepting connections, tells hub clients to reconnect, finishes
 * running requests and closes the database, in this order: the reverse of the code below.
 */
export const startServer = Effect.fnUntraced(function* <E = never>(
  options: ServeOptions,
  prepare: Effect.Effect<unknown, E, ServerServices> = Effect.void
) {
  // Creating spans takes a noticeable part of a quick call's time, so there are none without a receiver.
  const watched = yield* Layer.build(
    options.otlp === undefined ? Layer.succeed(References.TracerEnabled, false) : tracingLayer(options.otlp)
  )
  return yield* run(options, prepare).pipe(
    Effect.provideContext(watched),
    Effect.provideService(Measuring, options.metricsPort !== undefined),
    Effect.provideService(Metric.MetricRegistry, new Map())
  )
})

const run = Effect.fnUntraced(function* <E = never>(
  options: ServeOptions,
  prepare: Effect.Effect<unknown, E, ServerServices>
) {
  const host = options.host ?? defaultHost
  const smtp = options.smtp === undefined ? null : yield* Effect.fromResult(readSmtp(options.smtp))
  // Opening the data takes seconds, so find out before. If another server uses the data, too, that is the better reason.
  yield* Effect.catchTag(checkListening(host, options.port ?? defaultPort), "CannotListen", (taken) =>
    Effect.andThen(Effect.scoped(lockDataFolder(options.data)), Effect.fail(taken))
  )
  const listener = makeListener(options.receiving ?? defaultReceivingTimes)
  const standing = yield* Layer.build(standingLayer(options, smtp))
  // Requests run in their own scope, so that stopping the server does not interrupt them first.
  const scope = yield* Effect.acquireRelease(Scope.make(), Scope.close)
  yield* Effect.addFinalizer(() => listener.drain)
  return yield* Effect.gen(function* () {
    const answering = yield* Layer.build(answeringLayer(options))
    return yield* Effect.gen(function* () {
      yield* prepare
      const handler = yield* NodeHttpServer.makeHandler(yield* makeApp, { scope })
      listener.server.on("request", handler)
      attachHub(listener.server, yield* Hub)
      yield* Effect.addFinalizer(() => listener.stop)
      // Its port may be taken, which must be known before the server says that it listens.
      const metrics = options.metricsPort === undefined ? null : yield* serveMetrics(options.metricsPort)
      const { port } = yield* listener.listen(host, options.port ?? defaultPort)
      const address = hostAddress(host, port)
      yield* Effect.logInfo("Listening", { address })
      if (!isThisMachine(host) && (options.trustedProxies ?? []).length === 0) {
        yield* Effect.logWarning(
          "Other machines can connect without encryption, so others on the network can read passwords and combinations. " +
            "Put an HTTPS proxy in front and add it with --trusted-proxy."
        )
      }
      const publicAddress = publicAddressOf(options, port)
      if (!isThisMachine(host) && isThisMachine(new URL(publicAddress).hostname)) {
        yield* Effect.logWarning(
          `Links in emails lead to ${publicAddress}, which only this machine can open, and browsers on other machines can't send ` +
            "invitations or links to reset a password. Add --public-address with the URL that people use."
        )
      }
      return { address, publicAddress, port, metrics } satisfies RunningServer
    }).pipe(
      Effect.provideContext(answering),
      Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(maxBodyBytes))
    )
  }).pipe(Effect.provideContext(standing))
})
