import { Clock, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { contentTypes, exportFileName, exportRowsHeader } from "#core/exports/exportFormats.ts"
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

export const ExportsHttp = HttpApiBuilder.group(
  Api,
  "exports",
  Effect.fn(function* (handlers) {
    const exports = yield* Exports
    return handlers.handleAll({
      locks: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        const { format, filter, sort, lockIDs, columns } = payload
        return yield* sent(yield* exports.locks(user, { format, filter, sort, lockIDs, columns }))
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
