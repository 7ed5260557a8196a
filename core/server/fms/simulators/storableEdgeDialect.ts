import { simulatorPassword } from "#core/fms/fmsSimulators.ts"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { oauthSignature } from "../connectors/oauth1.ts"
import { type Asked, type Dialect, json } from "./Dialect.ts"

/** Whether the signature is valid for this request including its query parameters. */
const signed = ({ headers, url, method }: Asked): boolean => {
  const given = Object.fromEntries(
    [...String(headers["authorization"] ?? "").matchAll(/(oauth_\w+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      decodeURIComponent(value)
    ])
  )
  const signature = oauthSignature({
    method,
    url,
    key: given["oauth_consumer_key"] ?? "",
    secret: simulatorPassword,
    timestamp: Number(given["oauth_timestamp"]),
    nonce: given["oauth_nonce"] ?? ""
  })
  return signature === given["oauth_signature"]
}

/** The path of a key's facilities. */
const accountPath = "facilities"

const keyOf = ({ headers }: Asked): string =>
  decodeURIComponent(/oauth_consumer_key="([^"]*)"/.exec(String(headers["authorization"] ?? ""))?.[1] ?? "")

const meta = (status: number, code: string | null) => ({
  meta: { status_code: status, error_code: code, request_id: "simulated" }
})
const statuses = { auth: 401, license: 403, facility: 404 } as const

export const storableEdgeDialect: Dialect = {
  understand: (asked) => {
    if (asked.method === "GET" && asked.path === accountPath) {
      return { operation: `${accountPath}${asked.url.search}`, code: keyOf(asked), signedIn: signed(asked) }
    }
    const [code = "", operation = ""] = asked.path.split("/")
    const known = asked.method === "GET" && operation === "units"
    return known ? { operation: asked.url.search, code: decodeURIComponent(code), signedIn: signed(asked) } : null
  },
  good: ({ operation }, units) => {
    const query = new URLSearchParams(operation)
    const count = Number(query.get("per_page") ?? 100)
    const from = (Number(query.get("page") ?? 1) - 1) * count
    const { Vacant, Delinquent } = UnitStatus.id
    return json({
      units: units.slice(from, from + count).map(({ name, status }) => ({
        name,
        status: status === Vacant ? "vacant" : "occupied",
        rentable: status === Vacant,
        payment_status: status === Delinquent ? "delinquent" : status === Vacant ? null : "current",
        combination_lock_number: null,
        overlock_lock_number: null
      })),
      ...meta(200, null)
    })
  },
  listing: ({ operation }, facilities) => {
    if (!operation.startsWith(accountPath)) return null
    const query = new URLSearchParams(operation.slice(accountPath.length))
    const count = Number(query.get("per_page") ?? 100)
    const from = (Number(query.get("page") ?? 1) - 1) * count
    return json({
      facilities: facilities
        .slice(from, from + count)
        .map(({ code, name, phone, email, street, city, state, zip, lat, lng }) => ({
          id: code,
          name,
          phone,
          email,
          address: { street, city, state, postal_code: zip },
          latitude: Number(lat),
          longitude: Number(lng)
        })),
      ...meta(200, null)
    })
  },
  // The error status is in the body of a 200 response.
  refuseOlder: () => json({ units: [], ...meta(401, "invalid_signature") }),
  refuse: (_, why) => json(meta(statuses[why], why), statuses[why]),
  odd: () => json({ rooms: [] })
}
