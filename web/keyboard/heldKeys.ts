import { center } from "#web/app/CommandCenter.ts"
import { keptKeys } from "./KeptKeys.ts"

/** What was typed, with spaces left out of numbers and corrections made. */
const correctedOf = (keys: ReadonlyArray<string>): ReadonlyArray<string> =>
  keys.reduce<ReadonlyArray<string>>((typed, key) => {
    if (key === " ") return typed
    if (key !== "Backspace") return [...typed, key]
    return typed.at(-1) === "Enter" ? typed : typed.slice(0, -1)
  }, [])

/**
 * The lookup among held keys: the last number, and whether Enter followed. Ignores a single digit after Enter, because
 * it would pick a reason for a lock the user hasn't seen yet.
 */
const lookupOf = (keys: ReadonlyArray<string>): { readonly digits: string; readonly entered: boolean } => {
  const groups = keys.join("").split(/(?:Enter)+/)
  const at = groups.findLastIndex((digits, nth) => digits.length > (nth === 0 ? 0 : 1))
  return { digits: groups[at] ?? "", entered: at < groups.length - 1 }
}

/**
 * Runs held keys as if they had just been typed: digits with Enter as one lookup, others one by one. An Enter before them
 * repeats the one that signed in or switched companies. With `opened`, they are for what it opens, a digit too.
 */
export const runHeld = (events: ReadonlyArray<KeyboardEvent>, opened?: () => void): void => {
  opened?.()
  const first = events.findIndex(({ key }) => key !== "Enter")
  if (first < 0) return
  if (opened !== undefined) return keptKeys.replay(events.slice(first))
  const keys = events.slice(first).map(({ key }) => key)
  if (keys.some((key) => !/^(?:\d|Enter| |Backspace)$/.test(key))) return keptKeys.replay(events.slice(first))
  const { digits, entered } = lookupOf(correctedOf(keys))
  if (digits === "") return
  center.perform("palette.open", { input: { typed: digits } })
  if (entered) center.perform("palette.choose")
}
