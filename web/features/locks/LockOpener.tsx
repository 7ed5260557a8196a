import { useNavigate } from "@tanstack/react-router"
import { mayActForOthers } from "#core/auth/actingRules.ts"
import { center } from "#web/app/CommandCenter.ts"
import { companyOfLockQuery } from "#web/app/companyQueries.ts"
import { tellFailure } from "#web/app/failures.ts"
import { lockBySerial } from "#web/app/lockQueries.ts"
import { toast } from "#web/app/notices.ts"
import { queries } from "#web/app/queries.ts"
import { session } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { lockList } from "#web/sync/LockList.ts"
import { lockPath } from "./lockPath.ts"

/** For site-level roles: offers to act for the company that owns the lock. Resolves to whether there is one. */
const offerElsewhere = async (serialCode: string): Promise<boolean> => {
  const { user } = session
  if (user === null || !mayActForOthers(user)) return false
  const company = await queries.fetchQuery(companyOfLockQuery(serialCode))
  if (company === null || company.companyID === user.companyID) return false
  toast("info", `Lock ${serialCode} is at ${company.companyName}.`, "Choose that company to see the lock.")
  center.perform("companies.actFor", { input: { search: company.companyName, serialCode } })
  return true
}

/** Handles `locks.show` for a typed serial code. Other calls have a lock ID and navigate directly. */
export const LockOpener = () => {
  const navigate = useNavigate()
  const open = async (serialCode: string): Promise<void> => {
    const { href } = location
    try {
      const lock = lockList.bySerial(serialCode) ?? (await lockBySerial(serialCode, new AbortController().signal))
      // The user has gone elsewhere meanwhile.
      if (lock !== null && location.href !== href) {
        toast("info", `We found lock ${serialCode}.`, undefined, lockPath(lock.lockID))
      } else if (lock !== null) await navigate({ to: lockPath(lock.lockID) })
      else if (!(await offerElsewhere(serialCode)))
        toast("error", `Lock not found with serial code: ${serialCode}`, "Check the 8 digits on the lock.")
    } catch (error) {
      tellFailure(error)
    }
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "locks.show": (given) => {
        const serialCode = given.input?.serialCode
        if (serialCode !== undefined) void open(serialCode)
        else center.passOn("locks.show", given)
      }
    }
  })
  return null
}
