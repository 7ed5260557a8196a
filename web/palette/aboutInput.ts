import type { CommandHead } from "#core/commands/registry.ts"
import type { Input } from "./PaletteRow.ts"
import type { Places } from "./paletteEntries.ts"

/** The key of a chosen value: also by its field, because different things can have the same ID. */
export const chosenKey = ({ id }: CommandHead, field: string, value: unknown): string =>
  `${id} ${field} ${String(value)}`

/** What a command is about, by field: the title of the chosen row, a name if known, or else the typed text. */
export const wordsOfInput = (
  command: CommandHead,
  input: Input,
  { facilities, people, ...named }: Places,
  chosen: ReadonlyMap<string, string>
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(command.input).flatMap(([key, field]) => {
      const value = input[key]
      if (value === undefined || field.asked !== undefined || field.optional === true) return []
      if (field.picks === "facility") {
        return [[key, facilities.find(({ facilityID }) => facilityID === value)?.facilityName ?? String(value)]]
      }
      if (field.picks === "user") {
        return [[key, people.find(({ userID, email }) => userID === value || email === value)?.name ?? String(value)]]
      }
      if (field.picks === "apiKey" || field.picks === "webhook") {
        const name = named[`${field.picks}s`].find(({ id }) => id === value)?.name
        return [[key, name ?? `${field.label} ${String(value)}`]]
      }
      const title = chosen.get(chosenKey(command, key, value))
      return [[key, title ?? (typeof value === "number" ? `${field.label} ${value}` : String(value))]]
    })
  )

/** Kinds of input that the screen's handlers read themselves. */
const takenByScreen: ReadonlySet<string> = new Set(["lock", "facility", "company"])

/** Whether an input names a target that the screen's handlers would ignore. */
export const namesOne = (command: CommandHead, input: Input): boolean =>
  Object.entries(command.input).some(
    ([key, { positional, picks }]) => positional === true && input[key] !== undefined && !takenByScreen.has(picks ?? "")
  )
