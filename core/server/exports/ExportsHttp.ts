import { Clock, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { reads } from "#core/auth/Access.ts"
import { accessRefusal, keyRefusal } from "#core/auth/accessRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Area } from "#core/auth/permissions.ts"
import { contentTypes, exportFileName, exportRowsHeader } from "#core/exports/exportFormats.ts"
import { codesHidden, seesStatus } from "#core/locks/lockRules.ts"
import { Sessions } from "../auth/Sessions.ts"
import { tokenOf } from "../http/callFacts.ts"
import { type ExportFile, Exports } from "./Exports.ts"

/** The default width of a column in characters. */
const defaultWidth = 20

/** A valid Excel sheet name: without some characters, not empty, and not the reserved one. */
const sheetName = (typed: string): string => {
  const name = typed.replace(/[[\]:*?/\\'\p{Cc}\p{Cs}]/gu, " ").trim()
  return name === "" || /^history$/i.test(name) ? `Sheet ${name}`.trim() : name
}

/** The file as an attachment, so that browsers save it instead of opening it in our origin. */
const sent = Effect.fnUntraced(function* ({ name, format, rows, bytes }: ExportFile) {
  const fileName = exportFileName(name, yield* Clock.currentTimeMillis, format)
  return HttpServerResponse.stream(bytes, {
    contentType: contentTypes[format],
    headers: { "content-disposition": `attachment; filename="${fileName}"`, [exportRowsHeader]: String(rows) }
  })
})

const readsLocks = reads(Area.id.Locks)

/** Whether a user still sees all locks, with all fields and combinations, that they saw before. */
const seesAsMuch = (now: LoggedInUser, before: LoggedInUser): boolean =>
  // Someone who may no longer act for another company is back in their own.
  now.companyID === before.companyID &&
  keyRefusal(now) === null &&
  accessRefusal(now, readsLocks) === null &&
  (codesHidden(before) || !codesHidden(now)) &&
  (seesStatus(now) || !seesStatus(before)) &&
  (now.facilityIDs.length === 0 ||
    (before.facilityIDs.length > 0 && before.facilityIDs.every((id) => now.facilityIDs.includes(id))))

export const ExportsHttp = HttpApiBuilder.group(
  Api,
  "exports",
  Effect.fn(function* (handlers) {
    const exports = yield* Exports
    const sessions = yield* Sessions
    return handlers.handleAll({
      locks: Effect.fnUntraced(function* ({ payload }) {
        const { user, sessionId } = yield* Session
        const { format, filter, sort, lockIDs, columns } = payload
        // A slow client can take hours, and a browser's token is replaced when its user enters the password again.
        const token = tokenOf(yield* HttpServerRequest.HttpServerRequest) ?? ""
        const found = user.apiKey === undefined ? sessions.peekById(sessionId, user.companyID) : sessions.peek(token)
        const seen = Effect.map(found, (session) => session !== null && seesAsMuch(session.user, user))
        return yield* sent(yield* exports.locks(user, { format, filter, sort, lockIDs, columns }, seen))
      }),
      rows: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        const columns = payload.columns.map(({ title, kind, width = defaultWidth }, field) => ({
          title,
          kind,
          width,
          field
        }))
        return yield* sent(yield* exports.rows(user, { ...payload, sheet: sheetName(payload.sheet), columns }))
      })
    })
  })
)
