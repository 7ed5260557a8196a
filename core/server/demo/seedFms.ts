import { Effect } from "effect"
import { IntegrationMode } from "#core/fms/fmsSystems.ts"
import type { FailureKind } from "#core/fms/fmsSimulators.ts"
import { FmsConnections } from "../fms/FmsConnections.ts"
import { wiredSystems } from "../fms/fmsSql.ts"
import { simulatedCode } from "../fms/FmsSimulator.ts"
import { simulatedFields } from "../fms/simulators/simulatedFields.ts"
import type { PlacedCompany } from "./seedPlaces.ts"

/** Every so many connections one has something wrong with it, each time something else. */
const troubleEvery = 6
/** `password` is one that has run out: entering `simulator` mends it. */
const troubles: ReadonlyArray<FailureKind | "password"> = ["password", "license", "facility", "http", "password", "schema"]

/** Connects the facilities of the demonstration to the simulators that `serve --demo` runs. */
export const seedFms = Effect.fnUntraced(function* (companies: ReadonlyArray<PlacedCompany>) {
  const connections = yield* FmsConnections
  let nth = 0
  for (const { plan, companyID, facilityIDs } of companies) {
    for (const [place, { managementSoftware: fms }] of plan.facilities.entries()) {
      const facilityID = facilityIDs[place]
      if (facilityID === undefined || !wiredSystems.includes(fms)) continue
      nth += 1
      const trouble = nth % troubleEvery === 2 ? troubles[Math.floor(nth / troubleEvery) % troubles.length] : undefined
      const code = simulatedCode(facilityID)
      yield* connections.write(companyID, facilityID, {
        mode: IntegrationMode.id.ViaFms,
        fields:
          trouble === "password"
            ? simulatedFields(fms, code, "expired")
            : simulatedFields(fms, trouble === undefined ? code : `${code}-${trouble}`),
        simulated: true
      })
    }
  }
}, Effect.provide(FmsConnections.layer))
