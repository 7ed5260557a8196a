import { center } from "#web/app/CommandCenter.ts"
import { lookupReady } from "#web/app/lookupReady.ts"
import { keptKeys } from "./KeptKeys.ts"

/**
 * The lookup among held keys: the last number, and whether Enter followed. Ignores a single digit after Enter, because
 * it would pick a reason for a lock the user hasn't seen yet.
 */
const lookupOf = (keys: ReadonlyArray<string>): { readonly digits: string; readonly entered: boolean } => {
  const groups = keys.join("").split(/(?:Enter)+/)
  const at = groups.findLastIndex((digits, nth) => digits.length > (nth === 0 ? 0 : 1))
  return { digits: groups[at] ?? "", entered: at < groups.length - 1 }
}

/** Runs held keys as if they had just been typed: digits with Enter as one lookup, others one by one. */
export const runHeld = (events: ReadonlyArray<KeyboardEvent>): void => {
  const keys = events.map(({ key }) => key)
  if (keys.some((key) => !/^(?:\d|Enter)$/.test(key))) return keptKeys.replay(events)
  const { digits, entered } = lookupOf(keys)
  if (digits === "") return
  center.perform("palette.open", { input: { typed: digits } })
  if (entered) center.perform("palette.choose")
}

/**
 * Holds keys typed while the console switches companies, because they are meant for the new company. Esc drops what was
 * typed. `release` runs them once the console is ready; `drop` discards them.
 */
export const holdKeys = (): { readonly release: () => Promise<void>; readonly drop: () => void } => {
  let keys: ReadonlyArray<KeyboardEvent> = []
  const listen = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === "Escape") keys = []
    else if (/^\S$/u.test(event.key) || event.key === "Enter") keys = [...keys, event]
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener("keydown", listen, { capture: true })
  const drop = (): void => removeEventListener("keydown", listen, { capture: true })
  return {
    drop,
    release: async () => {
      const there = await lookupReady()
      drop()
      if (there) runHeld(keys)
    }
  }
}
