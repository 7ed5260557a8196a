import { availability } from "#core/commands/availability.ts"
import { revealLock } from "#core/commands/lockCommands.ts"
import { center } from "#web/app/CommandCenter.ts"
import { session } from "#web/app/Session.ts"
import { lockList } from "#web/sync/LockList.ts"
import { recordUse } from "./uses.ts"

/**
 * What Enter does with a complete serial code, whatever is listed or loading: it asks for the lock's combination.
 * @param leave closes the palette first, so that the next key goes to what opens
 */
export const openSerial = (serialCode: string, leave: () => void): void => {
  const lock = lockList.bySerial(serialCode)
  if (lock !== undefined) recordUse(lock.lockID)
  leave()
  center.perform(serialAction() === "open" ? "locks.show" : "locks.reveal", { input: { serialCode } })
}

/** If combinations aren't masked there is no reveal, so open the lock itself. */
export const serialAction = (): "reveal" | "open" => {
  const may = availability(revealLock, session.user)
  return !may.allowed && may.problem?._tag === "RevealNotOffered" ? "open" : "reveal"
}
