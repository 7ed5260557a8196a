import { Effect, Stream } from "effect"
import type { Multipart } from "effect/http"
import { Malformed } from "#core/api/ApiErrors.ts"
import { logoHeadBytes, logoRefusal } from "#core/subdomains/logoRules.ts"
import { type LogoFault, LogoRefused } from "#core/subdomains/SubdomainErrors.ts"

const refused = (reason: LogoFault) => new LogoRefused({ data: { reason } })

const refusedForm = ({ reason }: Multipart.MultipartError): Effect.Effect<never, LogoRefused> => {
  switch (reason._tag) {
    case "FileTooLarge":
    case "BodyTooLarge":
      return Effect.fail(refused("TooLarge"))
    case "FieldTooLarge":
    case "TooManyParts":
    case "InternalError":
    case "Parse":
      // Declared for every call by `Problems`, so not among a call's own failures.
      return Effect.die(new Malformed({ data: { issues: [{ path: "", message: "The form could not be read." }] } }))
  }
}

/** The bytes of the one file of a form, which begins as an image that can be a logo does. Its name counts for nothing. */
export const readLogoForm = (
  parts: Stream.Stream<Multipart.Part, Multipart.MultipartError>
): Effect.Effect<Uint8Array, LogoRefused> =>
  Effect.gen(function* () {
    const files: Array<Uint8Array> = []
    yield* Stream.runForEach(parts, (part) =>
      Effect.gen(function* () {
        if (part._tag === "Field") return
        const bytes = yield* part.contentEffect
        // A picker in which nothing was chosen sends a file without a name.
        if (bytes.length === 0 && part.name === "") return
        if (files.length > 0) return yield* refused("Several")
        const refusal = logoRefusal({ size: bytes.length, head: bytes.subarray(0, logoHeadBytes) })
        if (refusal !== null) return yield* refusal
        files.push(bytes)
      })
    )
    const [file] = files
    return file ?? (yield* refused("None"))
  }).pipe(Effect.catchTag("MultipartError", refusedForm))
