import { Effect, Redacted, Schema } from "effect"
import { Agent, request } from "undici"
import type { FoundAddress } from "#core/facilities/FoundAddress.ts"
import { nameText } from "#core/base/nameText.ts"
import { facilityLimits } from "#core/facilities/facilityLimits.ts"
import { regionOf } from "#core/facilities/regions.ts"

/** The provider of an installation. This folder's README describes the interface. */
export interface AddressProvider {
  /** Contains `{text}`, and optionally `{key}`. */
  readonly url: string
  readonly key: Redacted.Redacted | null
}

/** The provider returned no addresses; `reason` contains neither its URL nor its key. */
export class AddressProviderFailed extends Schema.TaggedError<AddressProviderFailed>()("AddressProviderFailed", {
  reason: Schema.String
}) {}

/** The timeout of a request in milliseconds, and the maximum size of a response in bytes. */
const patience = 3_000
const largest = 1024 * 1024
/** The maximum number of suggestions. */
const most = 8

const Text = Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.String, Schema.Finite])))
const Answer = Schema.Struct({
  features: Schema.Array(
    Schema.Struct({
      geometry: Schema.optionalKey(Schema.NullOr(Schema.Struct({ coordinates: Schema.Unknown }))),
      properties: Schema.Struct({
        housenumber: Text,
        street: Text,
        name: Text,
        city: Text,
        state: Text,
        postcode: Text
      })
    })
  )
})
type Feature = (typeof Answer.Type)["features"][number]
const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Answer))

const isDegrees = (value: unknown, limit: number): value is number =>
  typeof value === "number" && Math.abs(value) <= limit

/** Cleaned like the names that users enter, and no longer than a facility may have it. */
const text = (value: string | number | null | undefined, limit: number = facilityLimits.text): string =>
  nameText(String(value ?? ""))
    .slice(0, limit)
    .toWellFormed()
    .trim()

const addressOf = ({ geometry, properties }: Feature): FoundAddress => {
  const { housenumber, street, name, city, state, postcode } = properties
  const coordinates: ReadonlyArray<unknown> = Array.isArray(geometry?.coordinates) ? geometry.coordinates : []
  const [lng, lat] = coordinates
  const placed = isDegrees(lat, 90) && isDegrees(lng, 180)
  return {
    street: text([text(housenumber), text(street) || text(name)].join(" "), facilityLimits.street.max),
    city: text(city),
    state: regionOf(text(state))?.code ?? "",
    zip: text(postcode, facilityLimits.zip),
    lat: placed ? lat : null,
    lng: placed ? lng : null
  }
}

/** A client of a provider, until the scope closes. */
export const askProvider = Effect.fnUntraced(function* ({ url, key }: AddressProvider) {
  const dispatcher = yield* Effect.acquireRelease(
    Effect.sync(() => new Agent({ maxResponseSize: largest })),
    (agent) => Effect.promise(() => agent.destroy())
  )
  const secret = key === null ? null : Redacted.value(key)
  const headers = {
    accept: "application/json",
    "user-agent": "lockdesk",
    ...(secret === null || url.includes("{key}") ? {} : { authorization: `Bearer ${secret}` })
  }
  return Effect.fnUntraced(function* (text: string) {
    const address = url
      .replaceAll("{text}", encodeURIComponent(text))
      .replaceAll("{key}", encodeURIComponent(secret ?? ""))
    const { status, body } = yield* Effect.tryPromise({
      try: async (signal) => {
        const answer = await request(address, {
          headers,
          dispatcher,
          signal: AbortSignal.any([signal, AbortSignal.timeout(patience)])
        })
        return { status: answer.statusCode, body: await answer.body.text() }
      },
      catch: (error) => new AddressProviderFailed({ reason: error instanceof Error ? error.name : "unknown" })
    })
    if (status !== 200) return yield* new AddressProviderFailed({ reason: `status ${status}` })
    const { features } = yield* Effect.mapError(
      decode(body),
      () => new AddressProviderFailed({ reason: "not the documented JSON" })
    )
    return features
      .slice(0, most)
      .map(addressOf)
      .filter(({ street, city, zip }) => street !== "" || city !== "" || zip !== "")
  })
})
