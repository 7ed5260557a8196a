import { type Paths, withOperations } from "./operations.ts"

/** A part of an OpenAPI document that allows fields which it doesn't name. */
const opened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(opened)
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).filter(([key, each]) => key !== "additionalProperties" || each !== false)
  return Object.fromEntries(entries.map(([key, each]) => [key, opened(each)]))
}

interface Operation {
  readonly responses: object
}

/**
 * Lets responses and messages of webhooks have fields that the document doesn't name, because later versions add some: generated
 * clients would refuse them. Bodies stay closed, as the server reads them. All shared schemas are failures, so they are responses, too.
 */
export const withOpenResponses = (document: Record<string, unknown>): Record<string, unknown> => ({
  ...document,
  paths: withOperations(document["paths"] as Paths<Operation>, (operation) => ({
    ...operation,
    responses: opened(operation.responses)
  })),
  components: opened(document["components"]),
  webhooks: opened(document["webhooks"])
})
