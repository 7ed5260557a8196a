import { Context, Effect, Layer } from "effect"
import { nameText } from "#core/base/nameText.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { ImportFileRefused, ImportFmsFailed } from "#core/imports/ImportErrors.ts"
import { facilityCodes, type FmsFields } from "#core/fms/fmsFields.ts"
import type { ListingSystem } from "#core/imports/importAccess.ts"
import type { ImportFieldName } from "#core/imports/importFieldNames.ts"
import { fieldNamed, importFields } from "#core/imports/importFields.ts"
import { importLimits, mostListed } from "#core/imports/importLimits.ts"
import type { FmsFacility } from "../fms/connectors/Connector.ts"
import { FmsCaller } from "../fms/FmsCaller.ts"
import { FmsConnections } from "../fms/FmsConnections.ts"
import type { ImportTable } from "./readImportFile.ts"

/** The values of a listed facility by import field; which field has its code depends on the FMS. */
const listedFields: ReadonlyArray<readonly [ImportFieldName, (facility: FmsFacility) => string]> = [
  ["facilityName", ({ name }) => name],
  ["phoneNumber", ({ phone }) => phone],
  ["street", ({ street }) => street],
  ["city", ({ city }) => city],
  ["state", ({ state }) => state],
  ["zip", ({ zip }) => zip],
  ["email", ({ email }) => email],
  ["lat", ({ lat }) => lat],
  ["lng", ({ lng }) => lng]
]

/** Facilities listed by an FMS, as a table with its column mapping. */
export interface Listed {
  readonly table: ImportTable
  readonly fields: ReadonlyArray<ImportFieldName>
}

const plain = (text: string): string => nameText(text.toWellFormed()).slice(0, importLimits.cell)

/** Lists the facilities of an FMS account (001 §7), through the only outgoing client. */
export class Listings extends Context.Service<
  Listings,
  {
    readonly of: (
      user: LoggedInUser,
      software: ListingSystem,
      fields: FmsFields
    ) => Effect.Effect<Listed, ImportFmsFailed | ImportFileRefused>
  }
>()("lockdesk/server/Listings") {
  static readonly layer = Layer.effect(
    Listings,
    Effect.gen(function* () {
      const caller = yield* FmsCaller
      const connections = yield* FmsConnections

      const of = Effect.fn("Listings.of")(function* (
        { companyID }: LoggedInUser,
        software: ListingSystem,
        fields: FmsFields
      ) {
        const connection = { ...(yield* connections.begun(companyID)), fields }
        const { value, fault } = yield* caller.facilities({ facilityID: null, fms: software, connection })
        if (fault !== null) {
          const { stage, code, retryAt } = fault
          return yield* new ImportFmsFailed({ data: { managementSoftware: software, stage, code, retryAt } })
        }
        const facilities = value ?? []
        if (facilities.length > mostListed) {
          return yield* new ImportFileRefused({
            data: { reason: "TooManyRows", line: null, column: null, detail: null }
          })
        }
        const code = facilityCodes[software] ?? "locationCode"
        const columns = [...listedFields, [code, (facility: FmsFacility) => facility.code] as const]
        return {
          fields: columns.map(([field]) => field),
          table: {
            headers: columns.map(([field]) => fieldNamed(importFields(software), field)?.label ?? field),
            // As in a file, the headers are the first row.
            rows: facilities.map((facility, nth) => ({
              row: nth + 2,
              cells: columns.map(([, text]) => plain(text(facility)))
            }))
          }
        }
      })

      return Listings.of({ of })
    })
  )
}
