import { center } from "./CommandCenter.ts"
import { session } from "./Session.ts"

/** How long to wait for the palette to become available, in milliseconds. On a slow line its code takes many seconds. */
const patience = 60_000

/** Waits until a lookup can start. Resolves to false once nobody is signed in, or on a timeout. */
export const lookupReady = (): Promise<boolean> =>
  new Promise((settle) => {
    const end = (there: boolean): void => {
      clearTimeout(timer)
      stop()
      settle(there)
    }
    const look = (): void => {
      // The sign-in screen has commands, too, so this notices the end of the session.
      if (session.token === null) end(false)
      else if (center.handles("palette.open")) end(true)
    }
    const timer = setTimeout(() => end(false), patience)
    const stop = center.subscribe(look)
    look()
  })

/**
 * The lookup among held keys: the last number, and whether Enter followed. Ignores a single digit after Enter, because
 * it would pick a reason for a lock the user hasn't seen yet.
 */
const lookupOf = (keys: ReadonlyArray<string>): { readonly digits: string; readonly entered: boolean } => {
  const groups = keys.join("").split(/(?:Enter)+/)
  const at = groups.findLastIndex((digits, nth) => digits.length > (nth === 0 ? 0 : 1))
  return { digits: groups[at] ?? "", entered: at < groups.length - 1 }
}

/** Looks up held keys as if they had just been typed. */
export const lookUp = (keys: ReadonlyArray<string>): void => {
  const { digits, entered } = lookupOf(keys)
  if (digits === "") return
  center.perform("palette.open", { input: { typed: digits } })
  if (entered) center.perform("palette.choose")
}

/**
 * Holds digits typed while the console switches companies, because they are meant for the new company. `release`
 * looks them up once the console is ready; `drop` discards them.
 */
export const holdDigits = (): { readonly release: () => Promise<void>; readonly drop: () => void } => {
  const keys: Array<string> = []
  const listen = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (!/^\d$/.test(event.key) && (event.key !== "Enter" || keys.length === 0)) return
    keys.push(event.key)
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
      if (there) lookUp(keys)
    }
  }
}
