import { Schema } from "effect"
import { problemFacts, wire } from "#core/base/problem.ts"
import { BodyEncoded, TooLarge, WrongContentType } from "./ApiErrors.ts"
import { type Paths, withOperations } from "./operations.ts"

/** How the server refuses a body before it reads it. The calls don't declare it: they never see such a request. */
const refusals = [TooLarge, WrongContentType, BodyEncoded].map((problem) => {
  const { schema, definitions } = Schema.toJsonSchemaDocument(wire(problem), { onExcessProperty: "error" })
  return {
    code: problem.identifier,
    status: String(problem.prototype[problemFacts].status),
    schema: Object.values(definitions)[0] ?? schema
  }
})

interface Operation {
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, object>>
}

const responses = Object.fromEntries(
  [...Map.groupBy(refusals, ({ status }) => status)].map(([status, group]) => [
    status,
    {
      description: group.map(({ code }) => code).join(" | "),
      content: {
        "application/json": { schema: { anyOf: group.map(({ code }) => ({ $ref: `#/components/schemas/${code}` })) } }
      }
    }
  ])
)

/** Adds to each operation with a body how that is refused: 413 and 415. */
export const withBodyResponses = (document: Record<string, unknown>): Record<string, unknown> => {
  const { schemas, ...components } = document["components"] as { readonly schemas?: object }
  const completed = (operation: Operation): Operation =>
    operation.requestBody === undefined
      ? operation
      : { ...operation, responses: { ...operation.responses, ...responses } }
  return {
    ...document,
    paths: withOperations(document["paths"] as Paths<Operation>, completed),
    components: {
      ...components,
      schemas: { ...schemas, ...Object.fromEntries(refusals.map(({ code, schema }) => [code, schema])) }
    }
  }
}
