interface Parameter {
  readonly name: string
  readonly in: string
  readonly example?: string
}
interface Operation {
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> }
}

/** The operations of the API's reference, by path and method. */
export type ExamplePaths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** The example requests of the API's reference, as dry runs. A parameter in a path is 4. */
export const exampleRequests = (paths: ExamplePaths) =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) => {
      const example = requestBody?.content["application/json"]?.example
      if (example === undefined) return []
      const query = new URLSearchParams({ dryRun: "true" })
      for (const { name, in: place, example: value } of parameters) {
        if (place === "query" && value !== undefined) query.set(name, value)
      }
      return [{ path: path.replace(/\{\w+\}/g, "4"), method: method.toUpperCase(), example, query: query.toString() }]
    })
  )
