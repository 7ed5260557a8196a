import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { type FmsFields, fmsProfiles } from "#core/fms/fmsFields.ts"
import { type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { type FmsOutcome, type FmsTestResult, outcomeOf } from "#core/fms/FmsTestResult.ts"
import { dying } from "../locks/dying.ts"
import { FmsCaller } from "./FmsCaller.ts"
import { FmsConnections } from "./FmsConnections.ts"
import { lastResults, resultsOf, type ResultsQuery, withinReach } from "./fmsSql.ts"

/** What a facility form is validated with. */
export interface FmsDraft {
  readonly facilityID?: number | null
  readonly managementSoftware: FmsId
  readonly fields: FmsFields
}

/** Results of tests, and the trial of credentials that are not kept yet. */
export class FmsTests extends Context.Service<
  FmsTests,
  {
    readonly last: (user: LoggedInUser) => Effect.Effect<ReadonlyArray<FmsTestResult>>
    readonly results: (user: LoggedInUser, query: ResultsQuery) => Effect.Effect<ReadonlyArray<FmsTestResult>>
    /** Tries credentials; what is absent of a facility's secrets is taken from what is kept. */
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
        dying(Effect.provideService(effect, SqlClient.SqlClient, sql))

      const validate = Effect.fn("FmsTests.validate")(function* (user: LoggedInUser, draft: FmsDraft) {
        const { managementSoftware: fms, fields } = draft
        const facilityID = draft.facilityID ?? null
        if (facilityID !== null) {
          const [known] = yield* sql`
            SELECT 1 FROM facilities f WHERE f.facility_id = ${facilityID} AND f.company_id = ${user.companyID}
              ${withinReach(sql, user, "f.facility_id")}`
          if (known === undefined) return yield* new FacilityNotFound({ data: { facilityID } })
        }
        const connection = yield* connections.drafted(user.companyID, facilityID, fields)
        // Nothing to try: no FMS, one without a wire, or a facility whose data come as files.
        if (fmsProfiles[fms].connection !== "wire" || connection.mode === IntegrationMode.id.ViaCsv) {
          return outcomeOf(fms, null, { latencyMs: 0, callsUsed: 0, simulated: false })
        }
        const { fault, latencyMs, callsUsed, simulated } = yield* caller.test({ facilityID, fms, connection })
        return outcomeOf(fms, fault, { latencyMs, callsUsed, simulated })
      }, edge)

      return FmsTests.of({
        last: (user) => edge(lastResults(user)),
        results: (user, query) => edge(resultsOf(user, query)),
        validate
      })
    })
  )
}
