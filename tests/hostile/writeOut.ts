import { mayActElsewhere, roleChoices, type Scene } from "./attackers.ts"
import type { ContractCall } from "./contractCalls.ts"
import { chosen, type Edit, type HostileRequest, times } from "./HostileRequest.ts"
import {
  type Framing,
  framings,
  hostileAuthorizations,
  hostileJson,
  hostileSegments,
  hostileTexts,
  otherMethods
} from "./hostileValues.ts"

/** A serialized request. */
export interface Written {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
  readonly chunked: boolean
  /** Whether it is addressed to its call; with a different path, it may reach any call. */
  readonly own: boolean
}

/** Unexpected keys, added after the schema's. */
const extraKeys = ["__proto__", "constructor", "companyID", "isActive", "userID"]

type Pairs = Array<[key: string, text: string]>

const edited = (
  pairs: Pairs,
  edits: ReadonlyArray<Edit>,
  what: "query" | "payload",
  pool: ReadonlyArray<string>
): Pairs => {
  const result: Pairs = [...pairs]
  for (const edit of edits) {
    if (edit.what !== what) continue
    const keys = [...result.map(([key]) => key), ...extraKeys]
    const key = keys[edit.key % keys.length] ?? ""
    const at = result.findIndex(([name]) => name === key)
    const value = pool[edit.value] ?? ""
    if (edit.how === "remove") result.splice(at, at < 0 ? 0 : 1)
    else if (at < 0 || edit.how === "repeat") result.push([key, value])
    else result[at] = [key, value]
  }
  return result
}

/** Lone surrogates can't be percent-encoded, so they are sent as the replacement character. */
const encoded = (value: unknown): string => encodeURIComponent(String(value).toWellFormed())

/** Replaces three in four generated values with existing ones. */
const withKnown = (
  call: ContractCall,
  values: Record<string, unknown>,
  { known: { fields, pick }, role }: HostileRequest,
  scene: Scene
): Record<string, unknown> => {
  const site = mayActElsewhere(roleChoices[role] ?? null)
  return Object.fromEntries(
    Object.entries(values).map(([key, value], at) => {
      const pool = (scene.known[`${call.name}.${key}`] ?? scene.known[key] ?? []).filter(
        (one) => !(site && key === "companyID" && one === scene.foreignCompanyID)
      )
      return [key, pool.length > 0 && ((fields >> (2 * at)) & 3) !== 3 ? pool[pick % pool.length] : value]
    })
  )
}

const types: Readonly<Partial<Record<Framing, string>>> = {
  "json; charset": "application/json; charset=utf-16",
  text: "text/plain",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data; boundary=x",
  "not a type": ";;=\u00e9"
}

/** More than the server reads. */
const oversize = " ".repeat(1024 * 1024)

const framed = (json: string, framing: Framing): Buffer => {
  switch (framing) {
    case "truncated":
      return Buffer.from(json.slice(0, Math.ceil(json.length / 2)))
    case "empty":
      return Buffer.alloc(0)
    case "array":
      return Buffer.from(`[${json}]`)
    case "byte order mark":
      return Buffer.from(`\ufeff${json}`)
    case "utf-16":
      return Buffer.from(json, "utf16le")
    case "oversized":
    case "oversized, chunked":
      return Buffer.from(oversize + json)
    default:
      return Buffer.from(json)
  }
}

/** Serializes a hostile request to a call. */
export const writeOut = (call: ContractCall, request: HostileRequest, scene: Scene): Written => {
  const { edits } = request
  const role = roleChoices[request.role] ?? null
  const token = (role === null ? undefined : scene.tokens.get(role)) ?? ""
  const framing = chosen(framings, request.framing, times.framing) ?? "json"
  const method = chosen(otherMethods, request.method, times.method) ?? call.method

  const segment = chosen(hostileSegments, request.path, times.path)
  const params = withKnown(call, request.params, request, scene)
  const filled = call.path.replace(/:(\w+)/g, (_, key: string) => segment ?? encoded(params[key]))
  const path = segment !== undefined && filled === call.path ? `${filled}/${segment}` : filled

  const asText = (values: Record<string, unknown>): Pairs =>
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)])
  const query = edited(asText(withKnown(call, request.query, request, scene)), edits, "query", hostileTexts)
  const search = query.map(([key, text]) => `${encoded(key)}=${encoded(text)}`).join("&")

  const values = Object.entries(withKnown(call, request.payload, request, scene)).filter(
    ([, value]) => value !== undefined
  )
  const payload = edited(
    values.map(([key, value]) => [key, JSON.stringify(value)]),
    edits,
    "payload",
    hostileJson
  )
  const listed = Array.isArray(request.payload)
  const json = listed
    ? `[${payload.map(([, text]) => text).join(",")}]`
    : `{${payload.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(",")}}`

  const header =
    chosen(hostileAuthorizations, request.authorization, times.authorization)?.replaceAll("TOKEN", token) ?? token
  const bodiless = call.payload === undefined && framing === "json"
  return {
    method,
    path: search === "" ? path : `${path}?${search}`,
    headers: {
      ...(header === "" ? {} : { authorization: header }),
      ...(bodiless || framing === "no type" ? {} : { "content-type": types[framing] ?? "application/json" }),
      ...(framing === "says gzip" ? { "content-encoding": "gzip" } : {})
    },
    body: bodiless ? undefined : framed(json, framing),
    chunked: framing === "chunked" || framing === "oversized, chunked",
    own: segment === undefined && method === call.method
  }
}
