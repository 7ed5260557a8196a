import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { FailureKind } from "#core/fms/fmsSimulators.ts"
import { Fms, type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { FmsConnections } from "../fms/FmsConnections.ts"
import { wiredSystems } from "../fms/fmsSql.ts"
import { simulatedCode } from "../fms/FmsSimulator.ts"
import { simulatedFields } from "../fms/simulators/simulatedFields.ts"
import { mainCompany } from "./demoCompanies.ts"
import type { PlacedCompany } from "./seedPlaces.ts"

/** One in this many connections has a problem, each time a different one. */
const troubleEvery = 4
/** `password` is an expired password: entering `simulator` fixes it. */
const troubles: ReadonlyArray<FailureKind | "password"> = ["password", "license", "facility", "http", "schema"]

/** The systems of the main company's facilities, in turn, so that each one appears; the first facility keeps its random one. */
const shown: ReadonlyArray<FmsId> = [
  Fms.id.Sitelink,
  Fms.id.StorableEdge,
  Fms.id.Yardi,
  Fms.id.WebSelfStorage,
  Fms.id.SsmCloud,
  Fms.id.Hummingbird,
  Fms.id.DoorSwap,
  Fms.id.NotListed
]

/** Connects the demonstration's facilities to the simulators that `serve --demo` runs. */
export const seedFms = Effect.fnUntraced(function* (companies: ReadonlyArray<PlacedCompany>) {
  const sql = yield* SqlClient.SqlClient
  const connections = yield* FmsConnections
  let nth = 0
  for (const { plan, companyID, facilityIDs } of companies) {
    for (const [place, facility] of plan.facilities.entries()) {
      const facilityID = facilityIDs[place]!
      const turn = plan.company === mainCompany && place > 0 ? shown[(place - 1) % shown.length] : undefined
      const fms = turn ?? facility.managementSoftware
      if (turn !== undefined) {
        yield* sql`UPDATE facilities SET management_software = ${fms} WHERE facility_id = ${facilityID}`
      }
      if (!wiredSystems.includes(fms)) continue
      nth += 1
      const trouble = nth % troubleEvery === 1 ? troubles[Math.floor(nth / troubleEvery) % troubles.length] : undefined
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
