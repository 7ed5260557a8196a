interface Parameter {
  readonly name: string
}

/** The parameters and the request body of an operation in the reference. */
interface Operation {
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> }
}

/**
 * Adds a realistic request body to the reference (`/api/docs`): `annotate(OpenApi.Transform, withExample({...}))`. `query` has
 * the parameters that the request needs, too, even if a missing one gets a refusal of its own.
 */
export const withExample =
  (example: unknown, query: Readonly<Record<string, unknown>> = {}) =>
  (operation: Record<string, unknown> & Operation): Record<string, unknown> => ({
    ...operation,
    parameters: operation.parameters?.map((parameter) =>
      parameter.name in query ? { ...parameter, required: true, example: query[parameter.name] } : parameter
    ),
    requestBody: {
      ...operation.requestBody,
      content: Object.fromEntries(
        Object.entries(operation.requestBody?.content ?? {}).map(([type, body]) => [type, { ...body, example }])
      )
    }
  })
