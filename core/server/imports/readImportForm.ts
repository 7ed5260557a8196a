import { Effect, Stream } from "effect"
import type { Multipart } from "effect/http"
import { Malformed } from "#core/api/ApiErrors.ts"
import type { FileFault } from "#core/imports/fileFaults.ts"
import { ImportFileRefused } from "#core/imports/ImportErrors.ts"
import type { ImportFile } from "./readImportFile.ts"

const refused = (reason: FileFault) =>
  Effect.fail(new ImportFileRefused({ data: { reason, line: null, column: null, detail: null } }))

/** Names are shown and kept: no path, no control characters, not endless. */
const plainName = (name: string): string =>
  (name.toWellFormed().split(/[/\\]/).at(-1) ?? "").replace(/\p{Cc}/gu, "").slice(-120)

const refusedForm = ({ reason }: Multipart.MultipartError): Effect.Effect<never, ImportFileRefused> => {
  switch (reason._tag) {
    case "FileTooLarge":
    case "BodyTooLarge":
      return refused("TooLarge")
    case "FieldTooLarge":
    case "TooManyParts":
    case "InternalError":
    case "Parse":
      // Declared for every call by `Problems`, so not among a call's own failures.
      return Effect.die(new Malformed({ data: { issues: [{ path: "", message: "The form could not be read." }] } }))
  }
}

/** The one file of a form. */
export const readImportForm = (
  parts: Stream.Stream<Multipart.Part, Multipart.MultipartError>
): Effect.Effect<ImportFile, ImportFileRefused> =>
  Effect.gen(function* () {
    const files: Array<ImportFile> = []
    yield* Stream.runForEach(parts, (part) =>
      Effect.gen(function* () {
        if (part._tag === "Field") return
        const bytes = yield* part.contentEffect
        // A picker in which nothing was chosen sends a file without a name.
        if (bytes.length === 0 && part.name === "") return
        if (files.length > 0) return yield* refused("Several")
        files.push({ name: plainName(part.name), bytes })
      })
    )
    const [file] = files
    return file ?? (yield* refused("None"))
  }).pipe(Effect.catchTag("MultipartError", refusedForm))
