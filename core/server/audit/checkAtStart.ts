import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#core/base/ids.ts"
import { Audit } from "./Audit.ts"

/** Slow enough not to be noticed by users: a million records take a few minutes. */
const gentle = { page: 1000, between: Effect.sleep("100 millis") }

/** Verifies all companies' chains in the background after startup, and logs the first invalid record of each broken chain. */
export const checkAtStart = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const audit = yield* Audit
    const check = Effect.gen(function* () {
      const heads = yield* sql<{ company_id: CompanyId }>`SELECT company_id FROM audit_heads ORDER BY company_id`
      for (const { company_id: companyID } of heads) {
        const { broken } = yield* audit.verify(companyID, gentle)
        if (broken !== null) yield* Effect.logError("The audit log is broken", { companyID, ...broken })
      }
    })
    yield* check.pipe(
      Effect.catchCause((cause) => Effect.logError("Failed to check the audit log", cause)),
      Effect.forkScoped
    )
  })
)
