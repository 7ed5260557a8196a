import { Effect } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId, LockId } from "#core/base/ids.ts"
import { sameUnit } from "#core/base/unitName.ts"
import { listLocks, showLock } from "#core/commands/lockCommands.ts"
import { runOf } from "#core/commands/runOf.ts"
import { listUnits } from "#core/commands/unitCommands.ts"
import { locksOnlyTiers } from "#core/companies/tiers.ts"
import { bearsUnit } from "#core/locks/lockRules.ts"
import { defaultLockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { transferNote } from "#core/locks/transferNote.ts"
import { type UnitNotice, unitNotices } from "#core/units/unitChoices.ts"
import type { Call } from "#cli/Call.ts"
import { confirm } from "#cli/input/ask.ts"

/** Where a lock goes; what is missing stays. */
interface Placed {
  readonly lockID: LockId
  readonly status?: LockStatusId
  readonly unit?: string
}

/** The notes about the unit a lock goes to, as the console shows them beside its form (001 §4). */
const noticesOf = Effect.fnUntraced(function* ({ lockID, ...placed }: Placed, { subscriptionTier }: LoggedInUser) {
  if (locksOnlyTiers.has(subscriptionTier)) return []
  const { data: lock } = yield* runOf(showLock)({ lockID })
  const status = placed.status ?? lock.secondaryLockStatus ?? defaultLockStatus
  const unit = (placed.unit ?? lock.unitNumber ?? "").trim()
  const { facilityID } = lock
  const same = status === lock.secondaryLockStatus && sameUnit(unit, lock.unitNumber)
  if (facilityID === null || unit === "" || same || !bearsUnit(status)) return []
  const { data: units, fromFms } = yield* runOf(listUnits)({ facilityID })
  if (!fromFms) return []
  const { data: there } = yield* runOf(listLocks)({ facilityID, unit, limit: 2 })
  const others = there.filter((each) => each.lockID !== lockID && sameUnit(each.unitNumber, unit))
  return unitNotices(units, status, unit, others.length)
})

/**
 * Shows the notes about a unit before a lock is put there. A warning is to be confirmed at a terminal. Nothing is refused: the
 * change is made also if the notes can't be loaded.
 */
export const showUnitNotices = (placed: Placed, call: Call, user: LoggedInUser) =>
  showNotices(call, noticesOf(placed, user))

/** Warns, as the console does, before a transfer clears the unit of a lock. */
export const showTransferNotice = (
  { lockID, facilityID }: { readonly lockID: LockId; readonly facilityID: FacilityId },
  call: Call
) =>
  showNotices(
    call,
    Effect.map(runOf(showLock)({ lockID }), ({ data: lock }) =>
      lock.unitNumber === null || lock.facilityID === facilityID
        ? []
        : [{ kind: "warning" as const, text: `This ${transferNote(lock)}` }]
    )
  )

const showNotices = Effect.fnUntraced(function* (
  { terminal, flags }: Call,
  load: Effect.Effect<ReadonlyArray<UnitNotice>, unknown, ApiClient>
) {
  if (flags.yes === true) return
  const notices = yield* Effect.orElseSucceed(load, () => [])
  const warns = notices.some(({ kind }) => kind === "warning")
  const text = notices.map((notice) => notice.text).join(" ")
  if (warns && terminal.mayAsk && flags.dryRun !== true) {
    yield* Effect.tryPromise({ try: () => confirm(terminal, false, text), catch: (cause) => cause })
  } else if (text !== "") terminal.talk(text)
})
