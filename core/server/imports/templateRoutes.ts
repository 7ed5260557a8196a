import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { NoSuchCall } from "#core/api/ApiErrors.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import { importFields, templateHeader, templatePath } from "#core/imports/importFields.ts"
import { pathOf } from "../http/requestPath.ts"

const sheet = "Facilities"
const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

/** Characters beside a header, so that it stands in one line. */
const room = 4

/**
 * The template of an FMS: the headers of the one table of columns (core/imports/importFields.ts). Cells are text, so that a zip
 * keeps its zeros while it is typed.
 */
const templateOf = async (fms: FmsId): Promise<Uint8Array> => {
  // What writes workbooks takes long to load, and few ever ask.
  const { workbookFile } = await import("../exports/workbookFile.ts")
  const columns = importFields(fms).map((field) => ({
    title: templateHeader(field),
    kind: "text" as const,
    width: templateHeader(field).length + room,
    field: field.name
  }))
  return Buffer.concat([...(await workbookFile({ format: "xlsx", sheet, columns }).end())])
}

const byPath = new Map(Fms.ids.map((id) => [decodeURIComponent(templatePath(id)), id]))

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (error instanceof URIError) return ""
    throw error
  }
}

/** Templates for lists of facilities, `/static/csv/{fms name}.xlsx` (001 §7): for anybody, and made once. */
export const templateRoutes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const made = new Map<FmsId, Promise<Uint8Array>>()
    yield* router.add(
      "GET",
      "/static/csv/:file",
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const fms = byPath.get(decoded(pathOf(request)))
        if (fms === undefined) return yield* new NoSuchCall()
        const making = made.get(fms) ?? templateOf(fms)
        made.set(fms, making)
        const bytes = yield* Effect.promise(() => making)
        return HttpServerResponse.uint8Array(bytes, {
          contentType: type,
          headers: {
            "content-disposition": `attachment; filename="${Fms.label(fms)}.xlsx"`,
            "cache-control": "public, max-age=3600"
          }
        })
      })
    )
  })
)
