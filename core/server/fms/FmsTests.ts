import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { type FmsFields, fmsProfiles } from "#core/fms/fmsFields.ts"
import { isOutage } from "#core/fms/fmsStages.ts"
import { type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { type FmsOutcome, type FmsTestResult, outcomeOf } from "#core/fms/FmsTestResult.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { Settings } from "../Settings.ts"
import { FmsCaller } from "./FmsCaller.ts"
import { draftedConnection, type FmsConnection, FmsConnections } from "./FmsConnections.ts"
import { lastResults, resultsOf, type ResultsQuery, withinReach } from "./fmsSql.ts"
import { recentTrials, type TriedConnection } from "./recentTrials.ts"

/** The data needed to validate a facility form. */
export interface FmsDraft {
  readonly facilityID?: FacilityId | null
  readonly managementSoftware: FmsId
  readonly fields: FmsFields
  /** The requested mode; by default the stored one. */
  readonly mode?: FmsConnection["mode"] | undefined
}

/** How long a form waits for a response of the FMS, in milliseconds. */
const formWaits = 10_000

/** The outcome if no call was needed. */
const unasked = (fms: FmsId): FmsOutcome => outcomeOf(fms, null, { latencyMs: 0, callsUsed: 0, simulated: false })

/** Results of tests, and testing credentials before they are stored. */
export class FmsTests extends Context.Service<
  FmsTests,
  {
    readonly last: (user: LoggedInUser) => Effect.Effect<ReadonlyArray<FmsTestResult>>
    readonly results: (user: LoggedInUser, query: ResultsQuery) => Effect.Effect<ReadonlyArray<FmsTestResult>>
    /** Tests a connection before it is stored. Not repeated if it just succeeded or could not be reached. */
    readonly tried: (connection: TriedConnection) => Effect.Effect<FmsOutcome>
    /** Tests credentials; missing secrets come from those stored for the same FMS. */
    readonly validate: (user: LoggedInUser, draft: FmsDraft) => Effect.Effect<FmsOutcome, FacilityNotFound>
  }
>()("lockdesk/server/FmsTests") {
  static readonly layer = Layer.effect(
    FmsTests,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const caller = yield* FmsCaller
      const connections = yield* FmsConnections
      const edge = <A, E>(effect: Effect.Effect<A, E | SqlError, SqlClient.SqlClient>) =>
        asServerFault(Effect.provideService(effect, SqlClient.SqlClient, sql))

      const { fms: settings } = yield* Settings
      const recent = yield* recentTrials
      // A user is waiting, so don't retry after an outage.
      const patience = { retries: 0, timeout: Math.min(settings.timeout, formWaits) }

      const ask = Effect.fnUntraced(function* (asked: TriedConnection) {
        const { fms, facilityID, connection } = asked
        // Nothing to test: no FMS, one without a connector, or a facility with CSV files.
        if (fmsProfiles[fms].connection !== "wire" || connection.mode === IntegrationMode.id.ViaCsv) return unasked(fms)
        const { fault, latencyMs, callsUsed, simulated } = yield* caller.test({ facilityID, fms, connection }, patience)
        const outcome = outcomeOf(fms, fault, { latencyMs, callsUsed, simulated })
        if (fault === null || isOutage(fault)) yield* recent.add(asked, outcome)
        return outcome
      })

      const tried = Effect.fn("FmsTests.tried")(function* (connection: TriedConnection) {
        return (yield* recent.find(connection)) ?? (yield* ask(connection))
      })

      const validate = Effect.fn("FmsTests.validate")(function* (user: LoggedInUser, draft: FmsDraft) {
        const { managementSoftware: fms, fields, mode } = draft
        const facilityID = draft.facilityID ?? null
        const { companyID } = user
        const begun = yield* connections.begun(companyID)
        if (facilityID === null) {
          return yield* ask({ companyID, facilityID, fms, connection: draftedConnection(begun, { fields, mode }) })
        }
        const [known] = yield* sql<{ now: number }>`
          SELECT f.management_software AS now FROM facilities f
          WHERE f.facility_id = ${facilityID} AND f.company_id = ${user.companyID}
            ${withinReach(sql, user, "f.facility_id")}`
        if (known === undefined) return yield* new FacilityNotFound({ data: { facilityID } })
        // A secret of one FMS is never sent to another.
        const kept = known.now === fms ? yield* connections.read(companyID, facilityID) : null
        return yield* ask({
          companyID,
          facilityID,
          fms,
          connection: draftedConnection(kept ?? begun, { fields, mode })
        })
      }, edge)

      return FmsTests.of({
        last: (user) => edge(lastResults(user)),
        results: (user, query) => edge(resultsOf(user, query)),
        tried,
        validate
      })
    })
  )
}
