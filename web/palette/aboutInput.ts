import type { CommandHead } from "#core/commands/registry.ts"
import type { Input } from "./PaletteRow.ts"
import type { Places } from "./paletteEntries.ts"

/** What a command is about, in words: what was chosen for its fields, a name where one is known, else what was typed. */
export const aboutInput = (
  command: CommandHead,
  input: Input,
  { facilities, people, ...named }: Places,
  chosen: ReadonlyMap<unknown, string>
): string | undefined => {
  const words = Object.entries(command.input).flatMap(([key, field]) => {
    const value = input[key]
    if (value === undefined || field.asked !== undefined || field.optional === true) return []
    if (field.picks === "facility") {
      return [facilities.find(({ facilityID }) => facilityID === value)?.facilityName ?? String(value)]
    }
    if (field.picks === "user")
      return [people.find(({ userID, email }) => userID === value || email === value)?.name ?? String(value)]
    if (field.picks === "apiKey" || field.picks === "webhook") {
      return [named[`${field.picks}s`].find(({ id }) => id === value)?.name ?? `${field.label} ${String(value)}`]
    }
    return [chosen.get(value) ?? (typeof value === "number" ? `${field.label} ${value}` : String(value))]
  })
  return words.length === 0 ? undefined : words.join(", ")
}

/** What the parts of the screen that act on it take from an input themselves. */
const takenByScreen: ReadonlySet<string> = new Set(["lock", "facility", "company"])

/** Whether an input names what a command is to act on, and no part of the screen would know. */
export const namesOne = (command: CommandHead, input: Input): boolean =>
  Object.entries(command.input).some(
    ([key, { positional, picks }]) => positional === true && input[key] !== undefined && !takenByScreen.has(picks ?? "")
  )
