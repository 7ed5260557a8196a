import { Effect, Stream } from "effect"
import { Multipart } from "effect/http"
import { Malformed } from "#core/api/ApiErrors.ts"
import { knownParts } from "./knownParts.ts"

/** A file in a form: its name as sent by the browser, and its bytes. */
export interface FormFile {
  readonly name: string
  readonly bytes: Uint8Array
}

const isFormError = (error: unknown): error is Multipart.MultipartError => error instanceof Multipart.MultipartError

/** Problems of a form before its file is read. */
export type OneFileFault = "None" | "Several" | "TooLarge"

/**
 * Reads the only file of a form. `refused` creates the call's own failure; `check` can refuse the file as soon as it arrives.
 * An unreadable form, or one with other fields, is `Malformed`.
 */
export const readOneFile = <E, E2 = never>(
  parts: Stream.Stream<Multipart.Part, Multipart.MultipartError>,
  refused: (fault: OneFileFault) => E,
  check: (file: FormFile) => Effect.Effect<void, E2> = () => Effect.void
): Effect.Effect<FormFile, E | E2> =>
  Effect.gen(function* () {
    const files: Array<FormFile> = []
    yield* Stream.runForEach(knownParts(parts, []), (part) =>
      Effect.gen(function* () {
        if (part._tag === "Field") return
        const bytes = yield* part.contentEffect
        // An empty file picker sends a file without a name.
        if (bytes.length === 0 && part.name === "") return
        if (files.length > 0) return yield* Effect.fail(refused("Several"))
        const file = { name: part.name, bytes }
        yield* check(file)
        files.push(file)
      })
    )
    return files[0] ?? (yield* Effect.fail(refused("None")))
  }).pipe(
    Effect.catchIf(isFormError, ({ reason }): Effect.Effect<never, E> => {
      switch (reason._tag) {
        case "FileTooLarge":
        case "BodyTooLarge":
          return Effect.fail(refused("TooLarge"))
        case "FieldTooLarge":
        case "TooManyParts":
        case "InternalError":
        case "Parse":
          // `Problems` declares it for every call, so it is not among the call's own failures.
          return Effect.die(new Malformed({ data: { issues: [{ path: "", message: "The form could not be read." }] } }))
      }
    })
  )
