import type { Schema } from "effect"
import { command, type InputField, type InputFields, type KeyScope, type Section } from "./Command.ts"
import type { EndpointRef } from "./endpoints.ts"

/**
 * An input passed by the part of the screen that runs the command, such as the clicked row. Users are never prompted for
 * it.
 */
export const passed = <A>(schema: Schema.Codec<A, unknown>) =>
  ({
    schema,
    label: "On screen",
    description: "What was clicked",
    optional: true,
    asked: "passed"
  }) as const satisfies InputField<A>

/** Defines a command that only changes what the console shows. It has keys, a palette row and help, but makes no call. */
export const view = <const Id extends string, const F extends InputFields = Record<never, never>>(definition: {
  readonly id: Id
  readonly input?: F
  readonly title: string
  readonly section: Section
  readonly scope?: KeyScope
  readonly keys?: ReadonlyArray<string>
  readonly keywords?: ReadonlyArray<string>
  readonly call?: EndpointRef
  readonly clicked?: true
}) => {
  const { keywords = [], call, clicked, input = {} as F, ...rest } = definition
  return command<F, void, Id>({
    ...rest,
    keywords,
    input,
    risk: "reads",
    does: {
      view: true,
      ...(call === undefined ? {} : { call }),
      ...(clicked === undefined ? {} : { clicked })
    }
  })
}
