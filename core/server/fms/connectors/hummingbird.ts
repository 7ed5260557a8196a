import { Effect, Predicate, Schema } from "effect"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { failedAt, type FmsFailed } from "../FmsFailed.ts"
import type { Connector, FmsTarget, FmsUnit } from "./Connector.ts"
import { anyJson, readJson } from "./json.ts"

const Text = Schema.Union([Schema.String, Schema.Number])
const Properties = Schema.Struct({ properties: Schema.Array(Schema.Struct({ id: Text, gds_id: Text })) })
const SpaceGroups = Schema.Struct({
  spaceGroups: Schema.Array(
    Schema.Struct({ spaces: Schema.Array(Schema.Struct({ number: Text, status: Schema.String })) })
  )
})
const Leases = Schema.Struct({
  leases: Schema.Array(Schema.Struct({ space: Text, standing: Schema.String }))
})

const byCode = { APIKeyInvalid: "auth", PermissionDenied: "license" } as const
const byStatus: Readonly<Record<number, "auth" | "license" | "facility">> = {
  401: "auth",
  403: "license",
  404: "facility"
}

/** The older form of a 400: `{ data: { errors: { code } } }`. */
const olderCode = (text: string): string | null => {
  const answer = anyJson(text)
  const errors =
    Predicate.hasProperty(answer, "data") && Predicate.hasProperty(answer.data, "errors") ? answer.data.errors : null
  return Predicate.hasProperty(errors, "code") ? String(errors.code) : null
}

/** One call. The outer status 200 means nothing: the status in the application's response counts. */
const get = Effect.fnUntraced(function* <A>(
  { fields, base, send, now }: FmsTarget,
  path: string,
  shape: Schema.Codec<A, unknown>
): Effect.fn.Return<A, FmsFailed> {
  const application = fields.corporateUsername ?? ""
  const company = encodeURIComponent(fields.corporateCode ?? "")
  const { status, text } = yield* send({
    method: "GET",
    url: new URL(`applications/${encodeURIComponent(application)}/v2/companies/${company}/${path}`, base),
    headers: {
      "x-storageapi-key": fields.corporatePassword ?? "",
      "x-storageapi-date": String(Math.floor(now / 1000)),
      accept: "application/json"
    }
  })
  if (status === 400) {
    const code = olderCode(text)
    if (code === "APIKeyInvalid" || code === "PermissionDenied") return yield* failedAt(byCode[code], code)
  }
  if (status !== 200) return yield* failedAt(byStatus[status] ?? "http", String(status))
  const inner = yield* readJson(
    text,
    Schema.Struct({
      applicationData: Schema.Record(
        Schema.String,
        Schema.Array(Schema.Struct({ status: Schema.Int, data: Schema.optionalKey(Schema.Unknown) }))
      )
    })
  )
  const [first] = inner.applicationData[application] ?? []
  if (first === undefined) return yield* failedAt("schema", "no-application-data", { sample: text })
  if (first.status !== 200) return yield* failedAt(byStatus[first.status] ?? "http", String(first.status))
  return yield* readJson(JSON.stringify(first.data ?? null), shape)
})

const propertyOf = Effect.fnUntraced(function* (target: FmsTarget): Effect.fn.Return<string, FmsFailed> {
  const wanted = (target.fields.externalFacilityId ?? "").trim()
  const { properties } = yield* get(target, "properties", Properties)
  const property = properties.find(({ gds_id }) => String(gds_id) === wanted)
  return property === undefined ? yield* failedAt("facility", "no-such-property") : String(property.id)
})

const spacesOf = Effect.fnUntraced(function* (target: FmsTarget, property: string) {
  const { spaceGroups } = yield* get(target, `properties/${property}/space-groups`, SpaceGroups)
  const spaces = spaceGroups.flatMap((group) => group.spaces)
  return spaces.length === 0 ? yield* failedAt("data", "no-units") : spaces
})

/** Hummingbird: REST with a key and the time in headers. Verify against the vendor's sandbox. */
export const hummingbird: Connector = {
  test: Effect.fnUntraced(function* (target) {
    yield* spacesOf(target, encodeURIComponent(yield* propertyOf(target)))
  }),
  units: Effect.fnUntraced(function* (target) {
    const property = encodeURIComponent(yield* propertyOf(target))
    const spaces = yield* spacesOf(target, property)
    const { leases } = yield* get(target, `properties/${property}/leases`, Leases)
    const behind = new Set(
      leases.filter(({ standing }) => /delinquent|late/i.test(standing)).map(({ space }) => String(space))
    )
    const { Vacant, Delinquent, Default } = UnitStatus.id
    return spaces.map(({ number, status }): FmsUnit => {
      const name = String(number)
      return { name, status: /vacant/i.test(status) ? Vacant : behind.has(name) ? Delinquent : Default }
    })
  })
}
