/**
 * What the terminal and the console need in order to make a call, as plain data derived from the contract
 * (`deriveCalls.ts`), so that a command with one call does not have to evaluate every schema.
 */
export interface CallSpec {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** The path after the host, with parameters as `:name`. */
  readonly path: string
  /** Whether the body is sent as a form instead of JSON. */
  readonly form: boolean
  /** It creates something, once per idempotency key (decision 95). */
  readonly once?: true
  /** The body of a successful response: JSON, or the bytes of a file. */
  readonly answer: Shape | "bytes"
}

/** Every call of the contract, by group and name: `locks.show`. */
export type CallSpecs = Readonly<Record<string, CallSpec>>

/** The shape of a JSON value. */
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
