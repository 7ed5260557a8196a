import { Schema } from "effect"
import { type Annotated, declaredAccess } from "#core/auth/Access.ts"
import { dryRunMode } from "#core/auth/DryRun.ts"
import { madeOnce, requestKeyHeader } from "#core/auth/RequestKey.ts"
import { byOperation, type Group, type Paths, withOperations } from "./operations.ts"

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly required?: boolean
  readonly description?: string
}

interface Operation {
  readonly operationId: string
  readonly parameters: ReadonlyArray<Parameter>
}

type Endpoint = Annotated & {
  readonly method: string
  readonly params: Schema.Top | undefined
  readonly query: Schema.Top | undefined
}

const dryRun: Parameter = {
  name: "dryRun",
  in: "query",
  schema: { type: "string", enum: ["true"] },
  required: false,
  description: "Answers as usual, but changes nothing"
}

const requestKey: Parameter = {
  name: requestKeyHeader,
  in: "header",
  schema: { type: "string", pattern: "^[!-~]{1,100}$" },
  required: false,
  description: "Makes this call create one thing only, even if it is sent again because the answer was lost"
}

const descriptions: Readonly<Record<string, string>> = {
  companyID: "The company that a site-level role acts for; ignored for everyone else",
  count: "How many at most; without it, a page of the call's own size",
  page: "Which page of that many, from 1. Rows that are added or removed meanwhile move the pages after them",
  after: "The `after` of the previous page. Rows that are added or removed meanwhile move nothing",
  from: "The last one of the previous page",
  lastPulled: "The `lastPulled` of the last page that was read: only what changed since is returned",
  filter:
    "`key=value` pairs with `;` between them, such as `status=Lost;text=B-114`, each value URI-encoded. A wrong key is refused with those there are",
  sort: "`field=asc` or `field=desc`"
}

type Numbers = ReadonlyMap<string, Parameter["schema"]>

/** The schema of a value, or of one that may be missing. */
const presentSchema = (schema: Parameter["schema"]): Parameter["schema"] => {
  const [present, missing, ...others] = (schema["anyOf"] ?? []) as ReadonlyArray<Parameter["schema"]>
  return present !== undefined && missing?.["type"] === "null" && others.length === 0 ? present : schema
}

const isLimit = ([key, value]: readonly [string, unknown]): boolean =>
  !(key === "minimum" && value === Number.MIN_SAFE_INTEGER) && !(key === "maximum" && value === Number.MAX_SAFE_INTEGER)

/**
 * The numbers among an endpoint's parameters, with their limits. They arrive as texts, of which the contract says at most that they
 * look like numbers.
 */
const numbersOf = ({ params, query }: Endpoint): Numbers =>
  new Map(
    [params, query].flatMap((fields) => {
      if (fields === undefined) return []
      const { properties = {} } = Schema.toJsonSchemaDocument(Schema.toType(fields)).schema
      return Object.entries(properties as Readonly<Record<string, Parameter["schema"]>>).flatMap(([name, schema]) => {
        const { type, ...limits } = presentSchema(schema)
        const isNumber = type === "integer" || type === "number"
        return isNumber
          ? [[name, { type: "integer", ...Object.fromEntries(Object.entries(limits).filter(isLimit)) }] as const]
          : []
      })
    })
  )

const described = (parameter: Parameter, numbers: Numbers): Parameter => {
  const description = parameter.description ?? descriptions[parameter.name]
  return {
    ...parameter,
    schema: numbers.get(parameter.name) ?? parameter.schema,
    ...(description === undefined ? {} : { description })
  }
}

/** What the guard reads before the call does. */
const guardParametersOf = (endpoint: Endpoint): ReadonlyArray<Parameter> => {
  const isTried =
    endpoint.method !== "GET" && declaredAccess(endpoint)?.kind !== "public" && dryRunMode(endpoint) !== "none"
  return [...(isTried ? [dryRun] : []), ...(madeOnce(endpoint) ? [requestKey] : [])]
}

/** Describes the parameters of an OpenAPI document, with those that the guard reads for every call. */
export const withParameters = (
  document: Record<string, unknown>,
  groups: ReadonlyArray<Group<Endpoint>>
): Record<string, unknown> => {
  const ofGuard = byOperation(groups, guardParametersOf)
  const numbers = byOperation(groups, numbersOf)
  const completed = (operation: Operation) => {
    const own = numbers.get(operation.operationId) ?? new Map()
    return {
      ...operation,
      parameters: [
        ...operation.parameters.map((parameter) => described(parameter, own)),
        ...(ofGuard.get(operation.operationId) ?? [])
      ]
    }
  }
  return { ...document, paths: withOperations(document["paths"] as Paths<Operation>, completed) }
}
