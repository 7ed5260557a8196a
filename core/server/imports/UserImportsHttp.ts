import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import type { UserImport, UserImportRow } from "#core/imports/UserImport.ts"
import { Limiter } from "../auth/Limiter.ts"
import { passwordPage } from "../auth/resetLink.ts"
import { Uploads } from "../http/Uploads.ts"
import { Settings } from "../Settings.ts"
import { Imports } from "./Imports.ts"
import type { PresentedImport, PresentedRow } from "./importSql.ts"
import { readImportForm } from "./readImportForm.ts"

const defaultRows = 200

const kind = "importUsers" as const

const users = ({
  mode: _mode,
  managementSoftware: _software,
  managementSoftwareName: _name,
  ...facts
}: PresentedImport): UserImport => ({ ...facts, kind })

const userRow = ({ name, subjectID, ...row }: PresentedRow): UserImportRow => ({
  ...row,
  email: name,
  userID: subjectID
})

const told = <A>(data: A) => ({ success: true as const, data })

/** Refusals that only facility imports have. */
const ofFacilities = { FeatureNotIncluded: Effect.die, FmsFixed: Effect.die } as const

export const UserImportsHttp = HttpApiBuilder.group(
  Api,
  "userImports",
  Effect.fn(function* (handlers) {
    const imports = yield* Imports
    const uploads = yield* Uploads
    const limiter = yield* Limiter
    const settings = yield* Settings
    return handlers.handleAll({
      upload: Effect.fnUntraced(function* ({ query, payload }) {
        const { user } = yield* Session
        const upload = Effect.flatMap(readImportForm(payload), (file) =>
          imports.upload(user, {
            kind,
            software: Fms.id.NotListed,
            file: query.sheet === undefined ? file : { ...file, sheet: query.sheet },
            resume: query.resume === true,
            trial: query.trial === true
          })
        )
        return told(users(yield* Effect.catchTags(uploads.one(user.companyID, upload), ofFacilities)))
      }),
      show: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        return told(users(yield* imports.show(user, kind, params.id)))
      }),
      rows: Effect.fnUntraced(function* ({ params, query: { from, count, outcome } }) {
        const { user } = yield* Session
        const query = { from: from ?? 0, count: count ?? defaultRows, outcome }
        return told((yield* imports.rows(user, kind, params.id, query)).map(userRow))
      }),
      map: Effect.fnUntraced(function* ({ params, payload }) {
        const { user } = yield* Session
        return told(users(yield* imports.map(user, kind, params.id, payload.mapping)))
      }),
      fix: Effect.fnUntraced(function* ({ params, payload }) {
        const { user } = yield* Session
        const cells = new Map(payload.cells.map(({ column, text }) => [column, text]))
        const fixed = yield* imports.fix(user, kind, params.id, params.row, cells)
        return told({ rows: fixed.rows.map(userRow), import: users(fixed.import) })
      }),
      commit: Effect.fnUntraced(function* ({ params, query }) {
        const session = yield* Session
        const page = query.resetLink === undefined ? undefined : yield* passwordPage(settings, query.resetLink)
        yield* limiter.take(
          `imports of users by ${session.user.userID}`,
          settings.limits.userImportPerUser,
          "user imports"
        )
        const started = imports.start(session, kind, params.id, "receiving", page)
        return told(users(yield* Effect.catchTags(started, ofFacilities)))
      }),
      resume: Effect.fnUntraced(function* ({ params }) {
        const started = imports.start(yield* Session, kind, params.id, "applying")
        // A started import always has rows.
        const refusals = { ...ofFacilities, JobRowsRefused: Effect.die } as const
        return told(users(yield* Effect.catchTags(started, refusals)))
      }),
      cancel: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        return told(users(yield* imports.cancel(user, kind, params.id)))
      }),
      errors: Effect.fnUntraced(function* ({ params, query }) {
        const { user } = yield* Session
        return told(yield* imports.errors(user, kind, params.id, query.from))
      })
    })
  })
)
