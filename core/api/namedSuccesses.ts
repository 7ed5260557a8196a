import { type Paths, withOperations } from "./operations.ts"
import { isFailure, successResponseName } from "./responseNames.ts"

interface Response {
  readonly content?: { readonly "application/json"?: { readonly schema: object } }
}

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Response>>
}

/**
 * Moves the schema of each successful JSON response of an OpenAPI document to its components, named after the first call that has
 * it, such as `LocksRevealSuccess`. Generated clients take these names, and would make up others.
 */
export const withNamedSuccesses = (document: Record<string, unknown>): Record<string, unknown> => {
  const { schemas, ...components } = document["components"] as { readonly schemas?: object }
  const names = new Map<string, string>()
  const named = ({ operationId, responses }: Operation): Operation["responses"] =>
    Object.fromEntries(
      Object.entries(responses).map(([status, response]) => {
        const schema = response.content?.["application/json"]?.schema
        if (schema === undefined || isFailure(status)) return [status, response]
        const key = JSON.stringify(schema)
        const name = names.get(key) ?? successResponseName(operationId)
        names.set(key, name)
        const content = {
          ...response.content,
          "application/json": { schema: { $ref: `#/components/schemas/${name}` } }
        }
        return [status, { ...response, content }]
      })
    )
  const paths = withOperations(document["paths"] as Paths<Operation>, (operation) => ({
    ...operation,
    responses: named(operation)
  }))
  const successes = Object.fromEntries([...names].map(([schema, name]) => [name, JSON.parse(schema) as object]))
  return { ...document, paths, components: { ...components, schemas: { ...schemas, ...successes } } }
}
