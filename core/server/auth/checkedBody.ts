import { Effect, SchemaAST } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Malformed } from "#core/api/ApiErrors.ts"
import { sentBackTo } from "#core/auth/SentBack.ts"
import { didYouMean } from "#core/base/didYouMean.ts"
import type { FieldIssue } from "#core/base/problem.ts"
import { longestName } from "../http/knownParts.ts"
import { mostIssues } from "../http/problemResponse.ts"
import { namesIn } from "./checkedQuery.ts"
import { repeatedField } from "./repeatedField.ts"

/** The types a value can have, without the unions around them. */
const variantsOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  SchemaAST.isUnion(ast) ? ast.types.flatMap(variantsOf) : [ast]

const itemsOf = ({ elements, rest }: SchemaAST.Arrays) => [...elements, ...rest]

/** The names of all fields of a type, at any depth. */
const allNamesIn = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  variantsOf(ast).flatMap((variant) => {
    if (SchemaAST.isArrays(variant)) return itemsOf(variant).flatMap(allNamesIn)
    if (!SchemaAST.isObjects(variant)) return []
    const { propertySignatures, indexSignatures } = variant
    return [
      ...propertySignatures.flatMap(({ name, type }) => [String(name), ...allNamesIn(type)]),
      ...indexSignatures.flatMap(({ type }) => allNamesIn(type))
    ]
  })

/** Beyond this many, a refusal doesn't list the fields there are. */
const mostListed = 12

/** The fields of a value that none of its types has, unless `refused` returns null for them. */
const unknownFields = (
  types: ReadonlyArray<SchemaAST.AST>,
  value: unknown,
  path: ReadonlyArray<string>,
  refused: (name: string, known: ReadonlyArray<string>) => string | null
): ReadonlyArray<FieldIssue> => {
  if (typeof value !== "object" || value === null) return []
  const variants = types.flatMap(variantsOf)
  if (Array.isArray(value)) {
    const items = variants.filter(SchemaAST.isArrays).flatMap(itemsOf)
    if (items.length === 0) return []
    return value.flatMap((item: unknown, index) => unknownFields(items, item, [...path, String(index)], refused))
  }
  const objects = variants.filter(SchemaAST.isObjects)
  // A type that is no object is refused by the schema itself.
  if (objects.length === 0) return []
  // A record has any names, which its schema checks.
  const anyName = objects.flatMap(({ indexSignatures }) => indexSignatures.map(({ type }) => type))
  const fields = Map.groupBy(
    objects.flatMap(({ propertySignatures }) => propertySignatures),
    ({ name }) => String(name)
  )
  return Object.entries(value).flatMap(([name, each]) => {
    const field = fields.get(name)
    const inside = [...(field ?? []).map(({ type }) => type), ...anyName]
    const at = [...path, name.slice(0, longestName)]
    if (inside.length > 0) return unknownFields(inside, each, at, refused)
    const message = refused(name, [...fields.keys()])
    return message === null ? [] : [{ path: at.join("."), message }]
  })
}

/**
 * Refuses a JSON body with fields that neither the call nor any response of its group has, or that it has twice. A misspelled field
 * would be ignored, and the response would say that nothing changed; so would all but the last of a repeated one. Clients send back
 * records that they have read, so fields that only responses have are ignored (decision 114).
 */
export const checkedBody = (
  { payload, query, annotations }: Pick<HttpApiEndpoint.Top, "payload" | "query" | "annotations">,
  group: Pick<HttpApiGroup.Top, "endpoints">
): Effect.Effect<void, never, HttpServerRequest.HttpServerRequest> => {
  const types = payload.get("application/json")?.schemas.map(({ ast }) => SchemaAST.toEncoded(ast)) ?? []
  if (types.length === 0) return Effect.void
  const read = Object.values(group.endpoints).flatMap(({ success }) => [...success])
  const form = sentBackTo({ annotations })
  const ignored = new Set(
    [...read, ...(form === undefined ? [] : [form])].flatMap(({ ast }) => allNamesIn(SchemaAST.toEncoded(ast)))
  )
  const parameters = ["dryRun", ...namesIn(query)]
  const refused = (name: string, known: ReadonlyArray<string>): string | null => {
    if (ignored.has(name)) return null
    if (parameters.includes(name)) return "Unknown field. Send it as a query parameter."
    const near = didYouMean(name, known)
    if (near !== "") return `Unknown field.${near}`
    return known.length > mostListed ? "Unknown field." : `Unknown field. Known fields: ${known.join(", ")}.`
  }
  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    // A body that can't be read is refused when the call reads it.
    const body = yield* Effect.orElseSucceed(request.json, () => null)
    if (body === null) return
    const repeated = repeatedField(yield* Effect.orDie(request.text), body)
    const issues =
      repeated === null
        ? unknownFields(types, body, [], refused).slice(0, mostIssues)
        : [{ path: repeated.slice(0, longestName), message: "Send this field only once." }]
    // `Problems`, which wraps the guard, declares Malformed for every call.
    if (issues.length > 0) yield* Effect.die(new Malformed({ data: { issues } }))
  })
}
