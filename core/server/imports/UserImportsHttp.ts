import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { UserId } from "#core/base/ids.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import type { UserImport, UserImportRow } from "#core/imports/UserImport.ts"
import { succeeded } from "#core/base/paging.ts"
import { Limiter } from "../auth/Limiter.ts"
import { passwordPage } from "../auth/resetLink.ts"
import { Uploads } from "../http/Uploads.ts"
import { Settings } from "../Settings.ts"
import { Imports } from "./Imports.ts"
import { importStepHandlers, uploadedImport } from "./importStepHandlers.ts"
import type { PresentedImport, PresentedRow } from "./importSql.ts"

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
  userID: subjectID === null ? null : UserId.make(subjectID)
})

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
      ...importStepHandlers(imports, kind, { present: users, presentRow: userRow }),
      upload: Effect.fnUntraced(function* ({ query, payload }) {
        const uploaded = uploadedImport(imports, uploads, { kind, software: Fms.id.NotListed, query, payload })
        return succeeded(users(yield* Effect.catchTags(uploaded, ofFacilities)))
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
        return succeeded(users(yield* Effect.catchTags(started, ofFacilities)))
      }),
      resume: Effect.fnUntraced(function* ({ params }) {
        const started = imports.start(yield* Session, kind, params.id, "applying")
        // A started import always has rows.
        const refusals = { ...ofFacilities, JobRowsRefused: Effect.die } as const
        return succeeded(users(yield* Effect.catchTags(started, refusals)))
      })
    })
  })
)
