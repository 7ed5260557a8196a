import { publicPathAt } from "#core/navigation/routes.ts"
import { loadModule } from "#web/app/loadModule.ts"
import { lookupReady } from "#web/app/lookupReady.ts"

declare global {
  interface Window {
    /** Takes the keys typed so far. Set by web/public/early-keys.js, which runs first. */
    lockdeskEarlyKeys?: () => ReadonlyArray<KeyboardEvent>
  }
}

/** Runs what was typed during loading as soon as the console is ready. */
export const runEarlyKeys = async (): Promise<void> => {
  const take = window.lockdeskEarlyKeys
  if (take === undefined) return
  if (publicPathAt(location.pathname) !== null || !(await lookupReady())) return void take()
  // The console has loaded it by now. The sign-in screen doesn't need it.
  const { runHeld } = await loadModule(() => import("./heldKeys.ts"))
  runHeld(take())
}
