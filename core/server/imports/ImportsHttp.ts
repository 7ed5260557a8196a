import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { FacilityId } from "#core/base/ids.ts"
import type { ListingSystem } from "#core/imports/importAccess.ts"
import { importRefusal } from "#core/imports/importRefusal.ts"
import type { FmsFields } from "#core/fms/fmsFields.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import type { FacilityImport, ImportRow } from "#core/imports/FacilityImport.ts"
import { succeeded } from "#core/base/paging.ts"
import { Uploads } from "../http/Uploads.ts"
import { Imports } from "./Imports.ts"
import { importStepHandlers, uploadedImport } from "./importStepHandlers.ts"
import type { PresentedImport, PresentedRow } from "./importSql.ts"
import { Listings } from "./Listings.ts"

const kind = "importFacilities" as const

const facilities = (presented: PresentedImport): FacilityImport => ({ ...presented, kind })

const facilityRow = ({ name, subjectID, ...row }: PresentedRow): ImportRow => ({
  ...row,
  facilityName: name,
  facilityID: subjectID === null ? null : FacilityId.make(subjectID)
})

export const ImportsHttp = HttpApiBuilder.group(
  Api,
  "imports",
  Effect.fn(function* (handlers) {
    const imports = yield* Imports
    const listings = yield* Listings
    const uploads = yield* Uploads

    const listed = Effect.fnUntraced(function* (
      software: ListingSystem,
      shared: FmsFields,
      { resume, trial }: { readonly resume?: boolean | undefined; readonly trial?: boolean | undefined }
    ) {
      const { user } = yield* Session
      const refusal = importRefusal(user, software)
      if (refusal !== null) return yield* refusal
      const found = yield* listings.of(user, software, shared)
      const how = { resume: resume === true, trial: trial === true }
      const begun = imports.begin(user, { software, source: Fms.label(software), shared, ...how, ...found })
      return succeeded(facilities(yield* begun))
    })

    return handlers.handleAll({
      ...importStepHandlers(imports, kind, { present: facilities, presentRow: facilityRow }),
      upload: Effect.fnUntraced(function* ({ query, payload }) {
        const uploaded = uploadedImport(imports, uploads, { kind, software: query.managementSoftware, query, payload })
        return succeeded(facilities(yield* uploaded))
      }),
      viaStorableEdge: Effect.fnUntraced(function* ({ query, payload }) {
        const key = payload.companyApiKey ?? query.companyApiKey ?? ""
        const colon = key.indexOf(":")
        // Without a secret, the key is used with the installation's.
        const shared =
          colon < 0
            ? { corporateUsername: key }
            : { corporateUsername: key.slice(0, colon), corporatePassword: key.slice(colon + 1) }
        return yield* listed(Fms.id.StorableEdge, shared, payload)
      }),
      viaSitelink: ({ payload: { resume, trial, ...shared } }) => listed(Fms.id.Sitelink, shared, { resume, trial }),
      viaSsmCloud: ({ payload: { resume, trial, ...shared } }) => listed(Fms.id.SsmCloud, shared, { resume, trial }),
      commit: Effect.fnUntraced(function* ({ params }) {
        return succeeded(facilities(yield* imports.start(yield* Session, kind, params.id, "receiving")))
      }),
      resume: Effect.fnUntraced(function* ({ params }) {
        const started = imports.start(yield* Session, kind, params.id, "applying")
        // A started import always has rows.
        return succeeded(facilities(yield* Effect.catchTag(started, "JobRowsRefused", Effect.die)))
      })
    })
  })
)
