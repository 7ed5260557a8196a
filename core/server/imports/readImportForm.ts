import { Effect, type Stream } from "effect"
import type { Multipart } from "effect/http"
import { ImportFileRefused } from "#core/imports/ImportErrors.ts"
import { readOneFile } from "../http/readOneFile.ts"
import type { ImportFile } from "./readImportFile.ts"

/** File names are shown and stored: no path, no control characters, limited length. */
const plainName = (name: string): string =>
  (name.toWellFormed().split(/[/\\]/).at(-1) ?? "").replace(/\p{Cc}/gu, "").slice(-120)

/** The only file of a form. */
export const readImportForm = (
  parts: Stream.Stream<Multipart.Part, Multipart.MultipartError>
): Effect.Effect<ImportFile, ImportFileRefused> =>
  readOneFile(
    parts,
    (reason) => new ImportFileRefused({ data: { reason, line: null, column: null, detail: null } })
  ).pipe(Effect.map(({ name, bytes }) => ({ name: plainName(name), bytes })))
