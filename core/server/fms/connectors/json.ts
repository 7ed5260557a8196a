import { Effect, Schema } from "effect"
import { failedAt, type FmsFailed } from "../FmsFailed.ts"

/** Decodes a JSON response; one with another shape fails with a sample of it. */
export const readJson = <A>(text: string, schema: Schema.Codec<A, unknown>): Effect.Effect<A, FmsFailed> =>
  Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(text).pipe(
    Effect.mapError(() => failedAt("schema", "shape", { sample: text }))
  )

/** The JSON of a response, or null if it is not JSON. */
export const anyJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
