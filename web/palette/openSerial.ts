import { availability } from "#core/commands/availability.ts"
import { revealLock } from "#core/commands/lockCommands.ts"
import { center } from "#web/app/CommandCenter.ts"
import { session } from "#web/app/Session.ts"
import { lockList } from "#web/sync/LockList.ts"
import { recordUse } from "./uses.ts"

/**
 * What Enter does with a whole serial code, whatever is listed or still on its way: its combination is asked for.
 * @param leave takes the palette away first, so that the next key meets what opens
 */
export const openSerial = (serialCode: string, leave: () => void): void => {
  const lock = lockList.bySerial(serialCode)
  if (lock !== undefined) recordUse(lock.lockID)
  leave()
  center.perform(serialAction() === "open" ? "locks.show" : "locks.reveal", { input: { serialCode } })
}

/** Where nobody reveals because nothing is hidden, the lock itself shows what is asked for. */
export const serialAction = (): "reveal" | "open" => {
  const may = availability(revealLock, session.user)
  return !may.allowed && may.problem?._tag === "RevealNotOffered" ? "open" : "reveal"
}
