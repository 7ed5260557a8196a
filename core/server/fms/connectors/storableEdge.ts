import { randomUUID } from "node:crypto"
import { Effect, Schema } from "effect"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { failedAt, type FmsFailed } from "../FmsFailed.ts"
import type { Connector, FmsFacility, FmsTarget, FmsUnit } from "./Connector.ts"
import { anyJson, readJson } from "./json.ts"
import { oauthHeader } from "./oauth1.ts"

const pageSize = 100
/** More units than any facility has. */
const mostPages = 200

const Units = Schema.Struct({
  units: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      status: Schema.optionalKey(Schema.NullOr(Schema.String)),
      payment_status: Schema.optionalKey(Schema.NullOr(Schema.String))
    })
  )
})

/** With dashes, as it is sent; users may type it without. */
const uuidOf = (typed: string): string => {
  const digits = typed.trim().replaceAll("-", "")
  return /^[0-9a-f]{32}$/i.test(digits)
    ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
    : typed.trim()
}

const Text = Schema.optionalKey(Schema.NullOr(Schema.String))
const Facilities = Schema.Struct({
  facilities: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      name: Schema.String,
      phone: Text,
      email: Text,
      address: Schema.optionalKey(
        Schema.NullOr(Schema.Struct({ street: Text, city: Text, state: Text, postal_code: Text }))
      ),
      latitude: Schema.optionalKey(Schema.NullOr(Schema.Finite)),
      longitude: Schema.optionalKey(Schema.NullOr(Schema.Finite))
    })
  )
})

const Meta = Schema.Struct({
  meta: Schema.Struct({
    status_code: Schema.Int,
    error_code: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.String, Schema.Int])))
  })
})

/** The status of a response: that in its body if there is one, because a refusal can come with status 200. */
const seen = (status: number, text: string): { readonly status: number; readonly code: string } => {
  const body = Schema.decodeUnknownOption(Meta)(anyJson(text))
  if (body._tag === "None") return { status, code: String(status) }
  const { status_code, error_code } = body.value.meta
  const inner = status === 200 ? status_code : status
  const word = String(error_code ?? "")
  return { status: inner, code: /^[\w.-]{1,60}$/.test(word) ? `${inner} ${word}` : String(inner) }
}

/** A signed request for a page of a list. */
const page = Effect.fnUntraced(function* <A>(
  { fields, base, send, now }: FmsTarget,
  path: string,
  schema: Schema.Codec<A, unknown>,
  nth: number,
  count: number
): Effect.fn.Return<A, FmsFailed> {
  const url = new URL(path, base)
  url.searchParams.set("per_page", String(count))
  if (nth > 1) url.searchParams.set("page", String(nth))
  const authorization = oauthHeader({
    method: "GET",
    url,
    key: fields.corporateUsername ?? "",
    secret: fields.corporatePassword ?? "",
    timestamp: Math.floor(now / 1000),
    nonce: randomUUID()
  })
  const answer = yield* send({ method: "GET", url, headers: { authorization, accept: "application/json" } })
  const { status, code } = seen(answer.status, answer.text)
  if (status === 401) return yield* failedAt("auth", code)
  if (status === 403 || status === 404) return yield* failedAt("facility", code)
  if (status === 429) return yield* failedAt("budget", code)
  if (status !== 200) return yield* failedAt("http", code)
  return yield* readJson(answer.text, schema)
})

const unitsPath = ({ fields }: FmsTarget): string =>
  `${encodeURIComponent(uuidOf(fields.externalFacilityId ?? ""))}/units`

const statusOf = ({ status, payment_status }: (typeof Units.Type)["units"][number]): FmsUnit["status"] => {
  const { Vacant, Delinquent, Default } = UnitStatus.id
  if (/vacant|available/i.test(status ?? "")) return Vacant
  return /delinquent|past|late|lien/i.test(payment_status ?? "") ? Delinquent : Default
}

/** Storable Edge: REST with one-legged OAuth 1.0. Verify against the vendor's sandbox. */
export const storableEdge: Connector = {
  /** The facilities of a key. */
  facilities: Effect.fnUntraced(function* (target) {
    const found: Array<FmsFacility> = []
    for (let nth = 1; nth <= mostPages; nth += 1) {
      const { facilities } = yield* page(target, "facilities", Facilities, nth, pageSize)
      found.push(
        ...facilities.map(({ id, name, phone, email, address, latitude, longitude }) => ({
          code: id,
          name,
          phone: phone ?? "",
          email: email ?? "",
          street: address?.street ?? "",
          city: address?.city ?? "",
          state: address?.state ?? "",
          zip: address?.postal_code ?? "",
          lat: String(latitude ?? ""),
          lng: String(longitude ?? "")
        }))
      )
      if (facilities.length < pageSize) break
    }
    return found.length === 0 ? yield* failedAt("data", "no-facilities") : found
  }),
  test: Effect.fnUntraced(function* (target) {
    const { units } = yield* page(target, unitsPath(target), Units, 1, 1)
    if (units.length === 0) return yield* failedAt("data", "no-units")
  }),
  units: Effect.fnUntraced(function* (target) {
    const found: Array<FmsUnit> = []
    for (let nth = 1; nth <= mostPages; nth += 1) {
      const { units } = yield* page(target, unitsPath(target), Units, nth, pageSize)
      found.push(...units.map((unit) => ({ name: unit.name, status: statusOf(unit) })))
      if (units.length < pageSize) break
    }
    return found.length === 0 ? yield* failedAt("data", "no-units") : found
  })
}
