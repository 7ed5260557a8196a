import { Effect } from "effect"
import type { Command, InputFields, InputOf } from "#core/commands/Command.ts"
import { show, shownRecord } from "#cli/output/shown.ts"
import type { Call } from "./Verb.ts"

/** Says what a command would do with inputs that were all checked, and does not do it. */
export const dryRunOf = <F extends InputFields>(
  call: Call,
  command: Pick<Command<F>, "id" | "title" | "input">,
  input: InputOf<F>
) => {
  const given = Object.entries(command.input).filter(([key, field]) => field.asked === undefined && key in input)
  const inputs = Object.fromEntries(given.map(([key]) => [key, (input as Readonly<Record<string, unknown>>)[key]]))
  call.terminal.talk("Dry run: nothing was changed.")
  return Effect.promise(() =>
    show(
      call.terminal,
      shownRecord({ command: command.id, ...inputs }, [
        { heading: "Would", text: () => command.title },
        ...given.map(([key, field]) => ({
          heading: field.label,
          text: (row: Readonly<Record<string, unknown>>) => String(row[key])
        }))
      ])
    )
  )
}
