/** An operation of the reference, as far as its body goes. */
interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> }
}

/** Shows in the reference (`/api/docs`) a body that somebody could send with a call: `annotate(OpenApi.Transform, withExample({...}))`. */
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
