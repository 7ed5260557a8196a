import { center } from "#web/app/CommandCenter.ts"
import { lookupReady } from "#web/app/lookupReady.ts"
import { keptKeys } from "./KeptKeys.ts"

declare global {
  interface Window {
    /** Holds keys until the function it returns takes them. Set by web/public/early-keys.js. */
    lockdeskHoldKeys?: (isMeant: (event: KeyboardEvent) => boolean) => () => ReadonlyArray<KeyboardEvent>
  }
}

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
 * Holds keys typed while the console switches companies, because they are meant for the new company. `release` runs them
 * once the console is ready; `drop` discards them.
 */
export const holdKeys = (): { readonly release: () => Promise<void>; readonly drop: () => void } => {
  const take = window.lockdeskHoldKeys?.(() => true) ?? (() => [])
  return {
    drop: () => void take(),
    release: async () => {
      const there = await lookupReady()
      const keys = take()
      if (there) runHeld(keys)
    }
  }
}
