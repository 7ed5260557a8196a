import type { CommandHead } from "#core/commands/registry.ts"
import type { Input } from "./PaletteRow.ts"
import type { Places } from "./paletteEntries.ts"

/** What a command is about by field, in words: what was chosen, a name where one is known, else what was typed. */
export const wordsOfInput = (
  command: CommandHead,
  input: Input,
  { facilities, people, ...named }: Places,
  chosen: ReadonlyMap<unknown, string>
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
      return [[key, chosen.get(value) ?? (typeof value === "number" ? `${field.label} ${value}` : String(value))]]
    })
  )

/** What the parts of the screen that act on it take from an input themselves. */
const takenByScreen: ReadonlySet<string> = new Set(["lock", "facility", "company"])

/** Whether an input names what a command is to act on, and no part of the screen would know. */
export const namesOne = (command: CommandHead, input: Input): boolean =>
  Object.entries(command.input).some(
    ([key, { positional, picks }]) => positional === true && input[key] !== undefined && !takenByScreen.has(picks ?? "")
  )
