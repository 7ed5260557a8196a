import { Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import type {
  LockAlreadyActive,
  LockLimitReached,
  LockNotAvailable,
  SerialNotFound
} from "#core/activation/ActivationErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { declared } from "../locks/declared.ts"
import { dying } from "../locks/dying.ts"
import { lockById } from "../locks/lockById.ts"
import { LockWrites } from "../locks/LockWrites.ts"

const refused = declared(
  "FacilityNotFound",
  "SerialNotFound",
  "LockAlreadyActive",
  "LockNotAvailable",
  "LockLimitReached"
)

export type ActivationRefused =
  | FacilityNotFound
  | SerialNotFound
  | LockAlreadyActive
  | LockNotAvailable
  | LockLimitReached

/** An active lock, and whether it was active at that facility before. */
export interface Activated {
  readonly lock: Lock
  readonly unchanged: boolean
}

/** Activating a lock: out of the registry, or out of the company's inventory, to a facility (001 §4, §8). */
export class Activation extends Context.Service<
  Activation,
  {
    readonly activate: (
      user: LoggedInUser,
      serialCode: string,
      facilityID: number
    ) => Effect.Effect<Activated, ActivationRefused>
  }
>()("lockdesk/server/Activation") {
  static readonly layer = Layer.effect(
    Activation,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const writes = yield* LockWrites

      const activate = Effect.fn("Activation.activate")(function* (
        user: LoggedInUser,
        serial: string,
        facilityID: number
      ) {
        return yield* writes.run(
          { user, sessionId: null },
          {
            items: Effect.succeed([{ kind: "activate", serial, facilityID }]),
            after: Effect.fnUntraced(function* ([outcome]) {
              if (outcome === undefined) return yield* Effect.die(new Error("an item without an outcome"))
              if (Result.isFailure(outcome)) return yield* refused(outcome.failure)
              const [found] = yield* sql<{ lock_id: number }>`
                SELECT lock_id FROM locks WHERE serial = ${serial} AND company_id = ${user.companyID}`
              const lock = yield* lockById(sql, user, found?.lock_id ?? 0)
              return { lock, unchanged: outcome.success === null }
            })
          }
        )
      }, dying)

      return Activation.of({ activate })
    })
  )
}
