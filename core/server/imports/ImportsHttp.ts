import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import type { ListingSystem } from "#core/imports/importAccess.ts"
import { importRefusal } from "#core/imports/importRefusal.ts"
import type { FmsFields } from "#core/fms/fmsFields.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import type { FacilityImport, ImportRow } from "#core/imports/FacilityImport.ts"
import { Uploads } from "../http/Uploads.ts"
import { Imports } from "./Imports.ts"
import type { PresentedImport, PresentedRow } from "./importSql.ts"
import { Listings } from "./Listings.ts"
import { readImportForm } from "./readImportForm.ts"

const defaultRows = 200

const kind = "importFacilities" as const

const facilities = (told: PresentedImport): FacilityImport => ({ ...told, kind })

const facilityRow = ({ name, subjectID, ...row }: PresentedRow): ImportRow => ({
  ...row,
  facilityName: name,
  facilityID: subjectID
})

const told = <A>(data: A) => ({ success: true as const, data })

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
      return told(facilities(yield* begun))
    })

    return handlers.handleAll({
      upload: Effect.fnUntraced(function* ({ query, payload }) {
        const { user } = yield* Session
        const upload = Effect.flatMap(readImportForm(payload), (file) =>
          imports.upload(user, {
            kind,
            software: query.managementSoftware,
            file: query.sheet === undefined ? file : { ...file, sheet: query.sheet },
            resume: query.resume === true,
            trial: query.trial === true
          })
        )
        return told(facilities(yield* uploads.one(user.companyID, upload)))
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
      show: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        return told(facilities(yield* imports.show(user, kind, params.id)))
      }),
      rows: Effect.fnUntraced(function* ({ params, query: { from, count, outcome } }) {
        const { user } = yield* Session
        const query = { from: from ?? 0, count: count ?? defaultRows, outcome }
        return told((yield* imports.rows(user, kind, params.id, query)).map(facilityRow))
      }),
      map: Effect.fnUntraced(function* ({ params, payload }) {
        const { user } = yield* Session
        return told(facilities(yield* imports.map(user, kind, params.id, payload.mapping)))
      }),
      fix: Effect.fnUntraced(function* ({ params, payload }) {
        const { user } = yield* Session
        const cells = new Map(payload.cells.map(({ column, text }) => [column, text]))
        const fixed = yield* imports.fix(user, kind, params.id, params.row, cells)
        return told({ rows: fixed.rows.map(facilityRow), import: facilities(fixed.import) })
      }),
      commit: Effect.fnUntraced(function* ({ params }) {
        return told(facilities(yield* imports.start(yield* Session, kind, params.id, "receiving")))
      }),
      resume: Effect.fnUntraced(function* ({ params }) {
        const started = imports.start(yield* Session, kind, params.id, "applying")
        // A started import always has rows.
        return told(facilities(yield* Effect.catchTag(started, "JobRowsRefused", Effect.die)))
      }),
      cancel: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        return told(facilities(yield* imports.cancel(user, kind, params.id)))
      }),
      errors: Effect.fnUntraced(function* ({ params, query }) {
        const { user } = yield* Session
        return told(yield* imports.errors(user, kind, params.id, query.from))
      })
    })
  })
)
