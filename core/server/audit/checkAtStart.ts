import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Audit } from "./Audit.ts"

/** So slow that people at work do not notice: a million records take a few minutes. */
const gentle = { page: 1000, between: Effect.sleep("100 millis") }

/**
 * Verifies the chains of all companies in the background when a server starts, and logs for each that is broken which record is
 * the first that does not hold.
 */
export const checkAtStart = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const audit = yield* Audit
    const check = Effect.gen(function* () {
      const heads = yield* sql<{ company_id: number }>`SELECT company_id FROM audit_heads ORDER BY company_id`
      for (const { company_id: companyID } of heads) {
        const { broken } = yield* audit.verify(companyID, gentle)
        if (broken !== null) yield* Effect.logError("The audit log is broken", { companyID, ...broken })
      }
    })
    yield* check.pipe(
      Effect.catchCause((cause) => Effect.logError("The audit log could not be checked", cause)),
      Effect.forkScoped
    )
  })
)
