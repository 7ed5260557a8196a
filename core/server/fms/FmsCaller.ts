import { Clock, Context, Effect, Layer, Schedule, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import type { FacilityId } from "#core/base/ids.ts"
import { facilityCodes, type FmsFieldName, type FmsFields, fmsProfiles, missingFmsFields } from "#core/fms/fmsFields.ts"
import { simulatorPaths } from "#core/fms/fmsSimulators.ts"
import type { FmsStage } from "#core/fms/fmsStages.ts"
import type { FmsId } from "#core/fms/fmsSystems.ts"
import { latestTime } from "../db/clocksDiffer.ts"
import { countFmsFailure } from "../observability/serverMetrics.ts"
import { Settings } from "../Settings.ts"
import type { Connector, FmsFacility, FmsTarget, FmsUnit } from "./connectors/Connector.ts"
import { connectors } from "./connectors/connectors.ts"
import type { FmsConnection } from "./FmsConnections.ts"
import { failedAt, type FmsFailed } from "./FmsFailed.ts"
import { FmsHttp, type FmsRequest } from "./FmsHttp.ts"
import { dailyCalls, defaultDailyCalls, unitsInterval, vendorBaseUrls } from "./FmsSettings.ts"
import { FmsSimulator } from "./FmsSimulator.ts"
import { redacted } from "./redact.ts"
import { simulatedAccount } from "./simulators/simulatedFields.ts"

/** A facility's connection. Without an id it is not stored yet, and has no call budget. */
export interface Connected {
  readonly facilityID: FacilityId | null
  readonly fms: FmsId
  readonly connection: FmsConnection
}

/** Timeouts and retries of a caller; the defaults are the installation's. */
export interface Patience {
  readonly retries?: number | null
  readonly timeout?: number | null
}

/** The result of talking to an FMS: a value or a failed stage, and the calls used. */
export interface Talked<A> {
  readonly value: A | null
  readonly fault: FmsFailed | null
  readonly latencyMs: number
  readonly callsUsed: number
  readonly simulated: boolean
}

const dayMillis = 24 * 60 * 60 * 1000

/** The stages at which a call fails before the FMS reads any units. */
const unread: ReadonlySet<FmsStage> = new Set(["dns", "tcp", "tls", "auth", "license", "facility"])

/** Whether the failure may be temporary, so that a retry can succeed. */
const passing = ({ stage, code }: FmsFailed): boolean =>
  (stage === "tcp" && code !== "simulator-off" && code !== "port-not-allowed") ||
  stage === "timeout" ||
  (stage === "http" && /^5\d\d$/.test(code))

/**
 * Talks to the FMS of a facility: finds its URL, fills empty fields with the installation's keys, respects its call budget,
 * retries temporary failures, and limits concurrency per host.
 */
export class FmsCaller extends Context.Service<
  FmsCaller,
  {
    readonly test: (connected: Connected, patience?: Patience) => Effect.Effect<Talked<void>>
    readonly units: (connected: Connected) => Effect.Effect<Talked<ReadonlyArray<FmsUnit>>>
    /** The facilities of an account; the connection names none of them. */
    readonly facilities: (connected: Connected) => Effect.Effect<Talked<ReadonlyArray<FmsFacility>>>
    /** The host of a connection, for distributing a run over hosts. */
    readonly hostOf: (connected: Connected) => string
  }
>()("lockdesk/server/FmsCaller") {
  static readonly layer = Layer.effect(
    FmsCaller,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const http = yield* FmsHttp
      const { fms: settings } = yield* Settings
      const { address: simulator } = yield* FmsSimulator
      const gates = new Map<string, Semaphore.Semaphore>()

      const gateOf = (host: string): Semaphore.Semaphore => {
        const gate = gates.get(host) ?? Semaphore.makeUnsafe(settings.perHost)
        gates.set(host, gate)
        return gate
      }

      const filled = ({ fms, connection }: Connected): FmsFields => {
        const fields = { ...settings.keys[fms], ...connection.fields }
        return connection.simulated ? simulatedAccount(fms, fields) : fields
      }

      const typedBase = (connected: Connected): string | undefined =>
        fmsProfiles[connected.fms].fields.some(({ name }) => name === "baseUrl") ? filled(connected).baseUrl : undefined

      const addressOf = (connected: Connected): URL | null => {
        const { fms, connection } = connected
        const text = connection.simulated
          ? `${simulator ?? "http://simulator.invalid"}/${simulatorPaths[fms] ?? ""}`
          : (typedBase(connected) ?? settings.baseUrls[fms] ?? vendorBaseUrls[fms] ?? "")
        return URL.canParse(text) && /^https?:/i.test(text) ? new URL(text) : null
      }

      /** The base URL with a trailing slash and without a query; null if it is not a URL. */
      const baseOf = (connected: Connected): string | null => {
        const url = addressOf(connected)
        return url === null ? null : `${url.origin}${url.pathname.replace(/\/*$/, "/")}`
      }

      const hostOf = (connected: Connected): string => {
        const base = baseOf(connected)
        return base === null ? "" : new URL(base).host
      }

      /**
       * Takes one call from a facility's daily budget. Tests wait for this, so it does not wait for the disk: a crash may lose
       * the calls since the last other write.
       */
      const spend = Effect.fnUntraced(function* (
        facilityID: FacilityId,
        fms: FmsId
      ): Effect.fn.Return<void, FmsFailed> {
        const now = yield* Clock.currentTimeMillis
        const day = new Date(now).toISOString().slice(0, 10)
        const most = dailyCalls[fms] ?? defaultDailyCalls
        const spent = yield* Effect.orDie(sql`
          WITH unwaited AS (SELECT set_config('synchronous_commit', 'off', true) AS was)
          INSERT INTO fms_calls AS c (facility_id, day, calls) SELECT ${facilityID}::int, ${day}::date, 1 FROM unwaited
          ON CONFLICT (facility_id, day) DO UPDATE SET calls = c.calls + 1 WHERE c.calls < ${most} RETURNING 1`)
        const tomorrow = new Date((Math.floor(now / dayMillis) + 1) * dayMillis).toISOString()
        if (spent.length === 0) return yield* failedAt("budget", "daily-calls", { retryAt: tomorrow })
      })

      const talk = Effect.fnUntraced(function* <A>(
        connected: Connected,
        patience: Patience,
        use: (connector: Connector, target: FmsTarget) => Effect.Effect<A, FmsFailed>,
        // The field that selects a facility is not needed to list all of them.
        unneeded: FmsFieldName | null = null
      ): Effect.fn.Return<Talked<A>> {
        const { facilityID, fms, connection } = connected
        const fields = filled(connected)
        const base = baseOf(connected)
        const connector = connectors[fms]
        const timeout = patience.timeout ?? settings.timeout
        const times = patience.retries ?? settings.retries
        const began = yield* Clock.currentTimeMillis
        let callsUsed = 0

        const once = Effect.fnUntraced(function* (request: FmsRequest) {
          if (facilityID !== null) yield* spend(facilityID, fms)
          callsUsed += 1
          return yield* http.send(request, { timeout, simulator: connection.simulated ? simulator : null })
        })
        const send = (request: FmsRequest) =>
          Effect.retry(once(request), { while: passing, times, schedule: Schedule.exponential("200 millis") })

        const attempt = Effect.gen(function* (): Effect.fn.Return<A, FmsFailed> {
          const missing = missingFmsFields(fms, fields).find(({ name }) => name !== unneeded)
          if (missing !== undefined) return yield* failedAt("auth", `missing-${missing.name}`)
          if (connector === undefined) return yield* failedAt("license", "csv-only")
          const address = addressOf(connected)
          if (base === null || address === null) return yield* failedAt("dns", "bad-base-url")
          if (address.username !== "" || address.password !== "") {
            return yield* failedAt("dns", "credentials-in-address")
          }
          if (connection.simulated && simulator === null) return yield* failedAt("tcp", "simulator-off")
          return yield* use(connector, { fields, base, send, now: began })
        })
        const talked = yield* attempt.pipe(
          gateOf(hostOf(connected)).withPermit,
          Effect.match({
            onSuccess: (value) => ({ value, fault: null }),
            onFailure: (fault) => ({ value: null, fault })
          })
        )
        const { fault } = talked
        if (fault !== null) yield* countFmsFailure(fault.stage)
        const sample = fault?.sample ?? null
        return {
          value: talked.value,
          fault:
            fault === null || sample === null
              ? fault
              : failedAt(fault.stage, fault.code, { sample: redacted(sample, fields) }),
          latencyMs: (yield* Clock.currentTimeMillis) - began,
          callsUsed,
          simulated: connection.simulated
        }
      })

      /**
       * Enforces the minimum interval between two reads of the same units. A read that the FMS refused, or that did not reach
       * it, doesn't count: after the user has fixed the cause, the next one is allowed at once.
       */
      const spaced = Effect.fnUntraced(function* <A>(
        facilityID: FacilityId,
        fms: FmsId,
        read: Effect.Effect<A, FmsFailed>
      ): Effect.fn.Return<A, FmsFailed> {
        const interval = unitsInterval[fms]
        if (interval === undefined) return yield* read
        const now = yield* Clock.currentTimeMillis
        const [last] = yield* Effect.orDie(sql<{ at: number | null }>`
          SELECT (extract(epoch FROM max(units_read_at)) * 1000)::float8 AS at FROM fms_calls
          WHERE facility_id = ${facilityID} AND units_read_at <= ${new Date(latestTime(now))}`)
        const next = (last?.at ?? 0) + interval
        if (now < next) return yield* failedAt("budget", "units-interval", { retryAt: new Date(next).toISOString() })
        const day = new Date(now).toISOString().slice(0, 10)
        yield* Effect.orDie(sql`
          INSERT INTO fms_calls AS c (facility_id, day, calls, units_read_at)
          VALUES (${facilityID}, ${day}::date, 0, ${new Date(now)})
          ON CONFLICT (facility_id, day) DO UPDATE SET units_read_at = excluded.units_read_at`)
        const forget = Effect.orDie(sql`
          UPDATE fms_calls SET units_read_at = NULL WHERE facility_id = ${facilityID} AND day = ${day}::date`)
        return yield* Effect.tapError(read, ({ stage }) => (unread.has(stage) ? forget : Effect.void))
      })

      return FmsCaller.of({
        hostOf,
        test: (connected, patience = {}) => talk(connected, patience, (connector, target) => connector.test(target)),
        facilities: (connected) =>
          talk(
            connected,
            {},
            (connector, target) => connector.facilities?.(target) ?? Effect.fail(failedAt("license", "no-listing")),
            facilityCodes[connected.fms] ?? null
          ),
        units: (connected) =>
          talk(connected, {}, (connector, target) =>
            connected.facilityID === null || connected.connection.simulated
              ? connector.units(target)
              : spaced(connected.facilityID, connected.fms, connector.units(target))
          )
      })
    })
  )
}
