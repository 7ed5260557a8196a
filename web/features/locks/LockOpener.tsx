import { useNavigate } from "@tanstack/react-router"
import { commandById } from "#core/commands/registry.ts"
import { center } from "#web/app/CommandCenter.ts"
import { tellFailure } from "#web/app/failures.ts"
import { lockBySerial } from "#web/app/lockQueries.ts"
import { toast } from "#web/app/notices.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { lockList } from "#web/sync/LockList.ts"
import { lockPath } from "./lockPath.ts"

/** Carries out `locks.show` for a serial code that was typed; every other lock has an address to go to. */
export const LockOpener = () => {
  const navigate = useNavigate()
  const open = async (serialCode: string): Promise<void> => {
    try {
      const lock = lockList.bySerial(serialCode) ?? (await lockBySerial(serialCode, new AbortController().signal))
      if (lock !== null) await navigate({ to: lockPath(lock.lockID) })
      else toast("error", `Lock not found with serial code: ${serialCode}`, "Check the 8 digits on the lock.")
    } catch (error) {
      tellFailure(error)
    }
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "locks.show": (given) => {
        const serialCode = given.input?.["serialCode"]
        const command = commandById("locks.show")
        if (typeof serialCode === "string") void open(serialCode)
        else if (command !== undefined) center.fallback(command, given)
      }
    }
  })
  return null
}
