const place = "#/components/schemas/"

/**
 * Names each schema of an OpenAPI document after its failure: `FacilityNotFound` instead of `FacilityNotFoundEncoded_23`, whose
 * number would change with every new call. Generated clients take these names. A name that two schemas would get stays as it is.
 */
export const withPlainNames = (document: Record<string, unknown>): Record<string, unknown> => {
  const { schemas = {} } = document["components"] as { readonly schemas?: Readonly<Record<string, unknown>> }
  const plainOf = (name: string) => name.replace(/Encoded(_\d+)?$/, "")
  const times = Map.groupBy(Object.keys(schemas), plainOf)
  const names = new Map(
    [...times].flatMap(([plain, [name = "", ...others]]) => (others.length > 0 ? [] : [[name, plain]]))
  )
  const renamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        key === "$ref" && typeof each === "string" && each.startsWith(place)
          ? place + (names.get(each.slice(place.length)) ?? each.slice(place.length))
          : renamed(each)
      ])
    )
  }
  const components = renamed(document["components"]) as { readonly schemas?: Readonly<Record<string, unknown>> }
  return {
    ...document,
    paths: renamed(document["paths"]),
    components: {
      ...components,
      schemas: Object.fromEntries(
        Object.entries(components.schemas ?? {}).map(([name, schema]) => [names.get(name) ?? name, schema])
      )
    }
  }
}
