import { Context, Effect, Stream } from "effect"
import type { Multipart } from "effect/http"
import { Malformed } from "#core/api/ApiErrors.ts"
import { didYouMean } from "#core/base/didYouMean.ts"

type Parts = Stream.Stream<Multipart.Part, Multipart.MultipartError>

/** The longest name that is repeated in a refusal. */
export const longestName = 60

/** Ends a call that is no longer allowed by the time its form has arrived. */
export const FormArrived = Context.Reference<Effect.Effect<unknown>>("lockdesk/server/http/FormArrived", {
  defaultValue: () => Effect.void
})

/** Refuses a form with a text field that isn't one of `fields`, like a JSON body: it would be ignored. */
export const knownParts = (parts: Parts, fields: ReadonlyArray<string>): Parts =>
  Stream.tap(parts, (part) => {
    if (part._tag === "File" || fields.includes(part.key)) return Effect.void
    const path = part.key.slice(0, longestName)
    const others =
      fields.length === 0 ? " Send a file, and parameters in the query." : ` Known fields: ${fields.join(", ")}.`
    const message = `Unknown field.${didYouMean(path, fields) || others}`
    // `Problems` declares it for every call, so it is not among the call's own failures.
    return Effect.die(new Malformed({ data: { issues: [{ path, message }] } }))
  }).pipe(Stream.concat(Stream.drain(Stream.fromEffect(Effect.flatten(FormArrived)))))
