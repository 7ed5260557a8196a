import type { Entry } from "#core/base/search/EntryIndex.ts"
import { routeOf } from "#core/navigation/routes.ts"
import type { CommandHead } from "./registry.ts"

/** Other names of a command: its words in the terminal, and the title of the screen it goes to. */
const namesOf = ({ terminal, does: { goTo } }: CommandHead): ReadonlyArray<string> => [
  ...(terminal === undefined ? [] : [terminal.path.filter((word) => word !== undefined).join(" ")]),
  ...(goTo === undefined ? [] : [routeOf(goTo).title])
]

/** A command's search entry in the palettes of the console and the terminal. */
export const commandEntry = (command: CommandHead): Entry => ({
  kind: "commands",
  id: command.id,
  title: command.title,
  names: namesOf(command),
  keywords: [...command.keywords, ...(command.terminal?.path ?? []).flatMap((word) => word ?? [])],
  context: command.section
})
