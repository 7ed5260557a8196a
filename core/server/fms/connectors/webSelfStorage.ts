import { Effect, Schema } from "effect"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { failedAt, type FmsFailed } from "../FmsFailed.ts"
import type { Connector, FmsTarget, FmsUnit } from "./Connector.ts"
import { readJson } from "./json.ts"

const Text = Schema.Union([Schema.String, Schema.Number])
const Refusal = Schema.Struct({ success: Schema.Literal(false), message: Schema.optionalKey(Schema.String) })
const Locations = Schema.Struct({ success: Schema.Literal(true), data: Schema.Array(Schema.Struct({ entity: Text })) })
const RentRoll = Schema.Struct({
  success: Schema.Literal(true),
  data: Schema.Array(
    Schema.Struct({ roomNumber: Text, paidThru: Schema.NullOr(Schema.String), balance: Schema.Number })
  )
})
const MoveIn = Schema.Struct({ success: Schema.Literal(true), data: Schema.Array(Schema.Struct({ roomNumber: Text })) })
const Tested = Schema.Struct({ success: Schema.Literal(true) })

/** One call. A refusal can come with status 200, and a 401 has another format, so check the status first. */
const get = Effect.fnUntraced(function* <A>(
  { fields, base, send }: FmsTarget,
  path: string,
  shape: Schema.Codec<A, unknown>
): Effect.fn.Return<A, FmsFailed> {
  const { status, text } = yield* send({
    method: "GET",
    url: new URL(path, base),
    headers: { authorization: `Bearer ${fields.corporatePassword ?? ""}`, accept: "application/json" }
  })
  if (status === 401) return yield* failedAt("auth", "401")
  if (status === 403) return yield* failedAt("license", "403")
  if (status === 404) return yield* failedAt("facility", "404")
  if (status !== 200) return yield* failedAt("http", String(status))
  const refused = yield* Effect.option(readJson(text, Refusal))
  if (refused._tag === "None") return yield* readJson(text, shape)
  const { message = "" } = refused.value
  const stage = /token|auth|credential|login/i.test(message)
    ? "auth"
    : /licen[sc]e|subscri/i.test(message)
      ? "license"
      : /entity|location/i.test(message)
        ? "facility"
        : "http"
  return yield* failedAt(stage, "success-false")
})

const entityOf = ({ fields }: FmsTarget): string => (fields.externalFacilityId ?? "").trim()

/** WebSelfStorage: REST with a bearer token. Verify against the vendor's sandbox. */
export const webSelfStorage: Connector = {
  test: Effect.fnUntraced(function* (target) {
    yield* get(target, "test", Tested)
    const { data } = yield* get(target, "locations", Locations)
    const known = data.some(({ entity }) => String(entity) === entityOf(target))
    if (!known) return yield* failedAt("facility", "not-in-locations")
    const entity = encodeURIComponent(entityOf(target))
    if ((yield* get(target, `movein/${entity}`, MoveIn)).data.length > 0) return
    if ((yield* get(target, `location/${entity}/rentroll`, RentRoll)).data.length > 0) return
    return yield* failedAt("data", "no-units")
  }),
  units: Effect.fnUntraced(function* (target) {
    const entity = encodeURIComponent(entityOf(target))
    const roll = yield* get(target, `location/${entity}/rentroll`, RentRoll)
    const vacant = yield* get(target, `movein/${entity}`, MoveIn)
    const { Vacant, Delinquent, Default } = UnitStatus.id
    const units: ReadonlyArray<FmsUnit> = [
      ...roll.data.map(({ roomNumber, paidThru, balance }) => {
        const due = balance > 0 && paidThru !== null && Date.parse(paidThru) < target.now
        return { name: String(roomNumber), status: due ? Delinquent : Default }
      }),
      ...vacant.data.map(({ roomNumber }) => ({ name: String(roomNumber), status: Vacant }))
    ]
    return units.length === 0 ? yield* failedAt("data", "no-units") : units
  })
}
