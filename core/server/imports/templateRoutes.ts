import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { NoSuchCall } from "#core/api/ApiErrors.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import {
  type ImportField,
  importFields,
  templateFields,
  templateHeader,
  templatePath,
  userImportFields,
  userTemplatePath
} from "#core/imports/importFields.ts"
import { pathOf } from "../http/requestPath.ts"

const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

/** Extra width beside a header, so that it fits on one line. */
const room = 4

/**
 * A template: the headers of the column table (core/imports/importFields.ts). Cells have text format, so that a zip code keeps
 * its zeros.
 */
const templateOf = async (sheet: string, fields: ReadonlyArray<ImportField>): Promise<Uint8Array> => {
  // The workbook writer loads slowly and is rarely needed.
  const { workbookFile } = await import("../exports/workbookFile.ts")
  const columns = fields.map((field) => ({
    title: templateHeader(field),
    kind: "text" as const,
    width: templateHeader(field).length + room,
    field: field.name
  }))
  return Buffer.concat([...(await workbookFile({ format: "xlsx", sheet, columns }).end())])
}

/** A template: its file name, sheet name and columns. */
interface Template {
  readonly name: string
  readonly sheet: string
  readonly fields: ReadonlyArray<ImportField>
}

const ofSoftware = (id: FmsId): Template => ({ name: Fms.label(id), sheet: "Facilities", fields: importFields(id) })
const ofUsers: Template = { name: "Users", sheet: "Users", fields: templateFields(userImportFields) }

/** The templates by path: one for each FMS, and one for users. */
const byPath = new Map<string, Template>([
  ...Fms.ids.map((id): [string, Template] => [decodeURIComponent(templatePath(id)), ofSoftware(id)]),
  [userTemplatePath, ofUsers]
])

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (error instanceof URIError) return ""
    throw error
  }
}

/** Public templates for lists of facilities, `/static/csv/{fms name}.xlsx` (001 §7), and of users; each is created once. */
export const templateRoutes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const made = new Map<string, Promise<Uint8Array>>()
    yield* router.add(
      "GET",
      "/static/csv/:file",
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const template = byPath.get(decoded(pathOf(request)))
        if (template === undefined) return yield* new NoSuchCall()
        const { name, sheet, fields } = template
        const making = made.get(name) ?? templateOf(sheet, fields)
        made.set(name, making)
        const bytes = yield* Effect.promise(() => making)
        return HttpServerResponse.uint8Array(bytes, {
          contentType: type,
          headers: {
            "content-disposition": `attachment; filename="${name}.xlsx"`,
            "cache-control": "public, max-age=3600"
          }
        })
      })
    )
  })
)
