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

type Endpoint = Annotated & { readonly method: string }

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
  count: "How many at most",
  page: "Which page of that many, from 1. Rows that are added or removed meanwhile move the pages after them",
  after: "The `after` of the previous page. Rows that are added or removed meanwhile move nothing",
  from: "The last one of the previous page",
  lastPulled: "The `lastPulled` of the last page that was read: only what changed since is returned",
  filter:
    "`key=value` pairs with `;` between them, such as `status=Lost;text=B-114`. A wrong key is refused with those there are",
  sort: "`field=asc` or `field=desc`"
}

/** All numbers in paths and queries are whole ones. The contract describes them as texts that look like numbers. */
const plainSchema = (schema: Parameter["schema"]): Parameter["schema"] =>
  schema["type"] === "string" && String(schema["pattern"]).includes("[Ee]") ? { type: "integer" } : schema

const described = (parameter: Parameter): Parameter => {
  const description = parameter.description ?? descriptions[parameter.name]
  return {
    ...parameter,
    schema: plainSchema(parameter.schema),
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
  const completed = (operation: Operation) => ({
    ...operation,
    parameters: [...operation.parameters.map(described), ...(ofGuard.get(operation.operationId) ?? [])]
  })
  return { ...document, paths: withOperations(document["paths"] as Paths<Operation>, completed) }
}
