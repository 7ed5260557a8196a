import { Context, Effect, Layer, Result } from "effect"
import type {
  LockAlreadyActive,
  LockLimitReached,
  LockNotAvailable,
  SerialNotFound
} from "#core/activation/ActivationErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId } from "#core/base/ids.ts"
import type { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { declaredRefusal } from "../locks/declaredRefusal.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { LockWrites } from "../locks/LockWrites.ts"

const refused = declaredRefusal(
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

/** An active lock, and whether it was already active at that facility. */
export interface Activated {
  readonly lock: Lock
  readonly unchanged: boolean
}

/** Activates a lock from the registry or the company's inventory, at a facility (001 §4, §8). */
export class Activation extends Context.Service<
  Activation,
  {
    readonly activate: (
      user: LoggedInUser,
      serialCode: string,
      facilityID: FacilityId
    ) => Effect.Effect<Activated, ActivationRefused>
  }
>()("lockdesk/server/Activation") {
  static readonly layer = Layer.effect(
    Activation,
    Effect.gen(function* () {
      const writes = yield* LockWrites

      const activate = Effect.fn("Activation.activate")(function* (
        user: LoggedInUser,
        serial: string,
        facilityID: FacilityId
      ) {
        const changed = yield* writes.one({ user, sessionId: null }, { kind: "activate", serial, facilityID })
        if (Result.isFailure(changed)) return yield* refused(changed.failure)
        const { lock, auditSeq } = changed.success
        return { lock, unchanged: auditSeq === null }
      }, asServerFault)

      return Activation.of({ activate })
    })
  )
}
