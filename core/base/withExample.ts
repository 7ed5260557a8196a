/** The request body of an operation in the reference. */
interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> }
}

/** Adds a realistic request body to the reference (`/api/docs`): `annotate(OpenApi.Transform, withExample({...}))`. */
export const withExample =
  (example: unknown) =>
  (operation: Record<string, unknown> & Operation): Record<string, unknown> => ({
    ...operation,
    requestBody: {
      ...operation.requestBody,
      content: Object.fromEntries(
        Object.entries(operation.requestBody?.content ?? {}).map(([type, body]) => [type, { ...body, example }])
      )
    }
  })
