/**
 * What the terminal and the console need to know of a call to make it, as plain data: read off the contract (`deriveCalls.ts`), so that a
 * command that makes one call does not first evaluate the schemas of all.
 */
export interface CallSpec {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** From the host on, `:name` where a parameter stands. */
  readonly path: string
  /** Its body is sent as a form; otherwise as JSON. */
  readonly form: boolean
  /** The body it answers with when it is done: JSON, or a file as it comes. */
  readonly answer: Shape | "bytes"
}

/** Every call of the contract, by group and name: `locks.show`. */
export type CallSpecs = Readonly<Record<string, CallSpec>>

/** The form of a piece of JSON. */
export type Shape =
  | "text"
  | "number"
  | "flag"
  | "anything"
  | { readonly one: ReadonlyArray<string | number | boolean | null> }
  | { readonly list: Shape }
  | { readonly record: Shape }
  | { readonly either: ReadonlyArray<Shape> }
  | { readonly facts: Readonly<Record<string, Shape>>; readonly optional: ReadonlyArray<string> }
