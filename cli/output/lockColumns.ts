import { lockColorName } from "#core/locks/lockColors.ts"
import type { Lock, ShownLock } from "#core/locks/Lock.ts"
import type { Column } from "#cli/output/table.ts"
import { timeText } from "#cli/output/timeText.ts"

/** What a masked combination shows as (001 §6). */
const masked = "****"

const common: ReadonlyArray<Column<Lock>> = [
  { heading: "Serial Code", text: (lock) => lock.serialCode, shrinks: "never" },
  { heading: "Facility", text: (lock) => lock.facilityName ?? "" },
  { heading: "Unit", text: (lock) => lock.unitNumber ?? "", shrinks: "never" },
  { heading: "Status", text: (lock) => lock.secondaryStatusName ?? "", shrinks: "never" }
]

/** A lock in a list. */
export const lockColumns: ReadonlyArray<Column<ShownLock>> = [
  ...common,
  { heading: "Combination", text: (lock) => lock.unlockCode ?? masked, shrinks: "never" },
  { heading: "Updated", text: (lock) => timeText(lock.updatedOn), shrinks: "first" }
]

/** How a list of locks is fetched: as many as are wanted in one answer, as the export does (001 §9). */
export const lockPieces = { most: 10_000_000, after: null }

/** A lock by itself, without its combination. */
export const lockFacts: ReadonlyArray<Column<Lock>> = [
  { heading: "Id", text: (lock) => `#${lock.lockID}` },
  ...common,
  { heading: "Active", text: (lock) => (lock.isActive ? "yes" : "no") },
  { heading: "Color", text: (lock) => lockColorName(lock.color) },
  { heading: "Views", text: (lock) => String(lock.viewCount) },
  { heading: "Updated by", text: (lock) => lock.updatedBy ?? "" },
  { heading: "Updated", text: (lock) => timeText(lock.updatedOn) }
]

/** A lock by itself, with its combination where the masking rule leaves it open. */
export const shownLockFacts: ReadonlyArray<Column<ShownLock>> = [
  ...lockFacts,
  { heading: "Combination", text: (lock) => lock.unlockCode ?? masked }
]
