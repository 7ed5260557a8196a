import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type CompanyId, FacilityId } from "#core/base/ids.ts"
import { type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { FmsConnections } from "#server/fms/FmsConnections.ts"
import { simulatedFields } from "#server/fms/simulators/simulatedFields.ts"
import { baseUrlOf } from "../../server/fms/fmsPlace.ts"

/**
 * Connects the named facility to a location of a simulator, with a password that may be wrong there. Returns the IDs of the
 * facility and its company.
 */
export const connectFms = Effect.fnUntraced(function* (
  simulator: { readonly address: string },
  name: string,
  fms: FmsId,
  code: string,
  password?: string
) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ facilityID: number; companyID: CompanyId }>`
    UPDATE facilities SET management_software = ${fms} WHERE name = ${name}
    RETURNING facility_id AS "facilityID", company_id AS "companyID"`
  if (row === undefined) return yield* Effect.die(new Error(`there is no facility ${name}`))
  const fields = simulatedFields(fms, code, password)
  yield* (yield* FmsConnections).write(row.companyID, FacilityId.make(row.facilityID), {
    mode: IntegrationMode.id.ViaFms,
    fields: fields.baseUrl === undefined ? fields : { ...fields, baseUrl: baseUrlOf(simulator.address, fms) }
  })
  return row
})
