import { Effect, type Schema, SchemaAST } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { Malformed } from "#core/api/ApiErrors.ts"
import { didYouMean } from "#core/base/didYouMean.ts"
import type { FieldIssue } from "#core/base/problem.ts"
import { longestName } from "../http/knownParts.ts"
import { mostIssues } from "../http/problemResponse.ts"

/** Parameters that clients add to every call; each call either follows or ignores them. */
const ofEveryCall = ["companyID", "dryRun"]

/** The names of the parameters in a query. */
export const namesIn = (query: Schema.Top | undefined): ReadonlyArray<string> => {
  const ast = query === undefined ? undefined : SchemaAST.toEncoded(query.ast)
  return ast !== undefined && SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []
}

/**
 * The query of a call of an endpoint. Refuses parameters that the endpoint doesn't have, and those given several times: if a
 * mistyped filter were ignored, the response would be everything, unfiltered.
 */
export const checkedQuery = ({ query }: Pick<HttpApiEndpoint.Top, "query">) => {
  const own = namesIn(query)
  const known = [...new Set([...own, ...ofEveryCall])]
  const unknown = (name: string): string => {
    const near = didYouMean(name, known)
    if (near !== "") return `Unknown parameter.${near}`
    return own.length === 0 ? "Unknown parameter." : `Unknown parameter. This endpoint takes ${own.join(", ")}.`
  }
  return Effect.tap(HttpServerRequest.ParsedSearchParams, (given) => {
    const issues = Object.entries(given).flatMap(([name, value]): ReadonlyArray<FieldIssue> => {
      if (!known.includes(name)) return [{ path: name.slice(0, longestName), message: unknown(name) }]
      return typeof value === "string" ? [] : [{ path: name, message: "Give this parameter only once." }]
    })
    // `Problems`, which wraps the guard, declares Malformed for every call.
    return issues.length === 0
      ? Effect.void
      : Effect.die(new Malformed({ data: { issues: issues.slice(0, mostIssues) } }))
  })
}
