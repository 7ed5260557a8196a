import { Clock, Effect, Layer } from "effect"
import { fmsProfiles } from "#core/fms/fmsFields.ts"
import { faultWords, isOutage } from "#core/fms/fmsStages.ts"
import { Fms, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { UnitSource, UnitSourceFailed } from "../units/UnitSource.ts"
import { FmsCaller } from "./FmsCaller.ts"
import { FmsConnections } from "./FmsConnections.ts"

/** How many seconds to wait for an FMS that doesn't say when it responds again. */
const outageWait = 60

/** Units from the facility's FMS, through its connector. */
export const FmsUnitSourceLive = Layer.effect(
  UnitSource,
  Effect.gen(function* () {
    const caller = yield* FmsCaller
    const connections = yield* FmsConnections
    return UnitSource.of({
      units: Effect.fnUntraced(function* ({ companyID, facilityID, managementSoftware: fms }) {
        if (!Fms.isId(fms) || fmsProfiles[fms].connection !== "wire") return null
        const connection = yield* connections.read(companyID, facilityID)
        if (connection === null || connection.mode !== IntegrationMode.id.ViaFms) return null
        const { value, fault } = yield* caller.units({ facilityID, fms, connection })
        if (fault !== null) {
          const { message, nextAction } = faultWords(fms, fault)
          const failed = { reason: `${message}.`, next: nextAction, stage: fault.stage }
          if (!isOutage(fault)) return yield* new UnitSourceFailed(failed)
          if (fault.retryAt === null) return yield* new UnitSourceFailed({ ...failed, retryAfter: outageWait })
          const millis = Date.parse(fault.retryAt) - (yield* Clock.currentTimeMillis)
          return yield* new UnitSourceFailed({ ...failed, retryAfter: Math.max(1, Math.ceil(millis / 1000)) })
        }
        return (value ?? []).map(({ name, status }) => ({ id: name, name, status }))
      })
    })
  })
)
