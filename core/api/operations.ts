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
