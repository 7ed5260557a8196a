/** The operations of an OpenAPI document, by path and method. */
export type Paths<Operation> = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** Changes each operation. */
export const withOperations = <A, B>(paths: Paths<A>, change: (operation: A) => B): Paths<B> =>
  Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, change(operation)]))
    ])
  )

/** An endpoint group. */
export interface Group<Endpoint> {
  readonly identifier: string
  readonly endpoints: Readonly<Record<string, Endpoint>>
}

/** A fact about each endpoint, by the ID of its operation. */
export const byOperation = <Endpoint, Fact>(
  groups: ReadonlyArray<Group<Endpoint>>,
  factOf: (endpoint: Endpoint) => Fact
): ReadonlyMap<string, Fact> =>
  new Map(
    groups.flatMap(({ identifier, endpoints }) =>
      Object.entries(endpoints).map(([name, endpoint]) => [`${identifier}.${name}`, factOf(endpoint)] as const)
    )
  )
