import { publicPathAt } from "#core/navigation/routes.ts"
import { loadModule } from "#web/app/loadModule.ts"
import { lookupReady } from "#web/app/lookupReady.ts"

/** Takes the keys held so far, and ends the hold. */
type TakeKeys = () => ReadonlyArray<KeyboardEvent>

declare global {
  interface Window {
    /** Takes the keys typed while the page loaded. Set by web/public/early-keys.js, which runs first. */
    lockdeskEarlyKeys?: TakeKeys
    /** Holds keys until the function it returns takes them. Set by web/public/early-keys.js. */
    lockdeskHoldKeys?: (isMeant: (event: KeyboardEvent) => boolean) => TakeKeys
  }
}

/** Runs held keys once the console is ready, or discards them if nobody is signed in. `opened` opens what they are for. */
const runWhenReady = async (take: TakeKeys, opened?: () => void): Promise<void> => {
  if (!(await lookupReady())) return void take()
  // The console has loaded it by now. The sign-in screen doesn't need it.
  const { runHeld } = await loadModule(() => import("./heldKeys.ts"))
  runHeld(take(), opened)
}

/** Runs what was typed during loading as soon as the console is ready. */
export const runEarlyKeys = async (): Promise<void> => {
  const take = window.lockdeskEarlyKeys
  if (take === undefined) return
  if (publicPathAt(location.pathname) === null) await runWhenReady(take)
  else take()
}

/**
 * Holds keys typed while the user signs in or switches companies, because they are meant for the console that comes next, unless
 * they go to another field. `release` runs them once the console is ready; `drop` discards them.
 */
export const holdKeys = (): {
  readonly release: (opened?: () => void) => Promise<void>
  readonly drop: () => void
} => {
  const from = document.activeElement
  const isMeant = ({ target }: KeyboardEvent) => target === from || !(target instanceof HTMLInputElement)
  const take = window.lockdeskHoldKeys?.(isMeant) ?? (() => [])
  return { drop: () => void take(), release: (opened) => runWhenReady(take, opened) }
}
