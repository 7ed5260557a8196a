import { lockColorName } from "#core/locks/lockColors.ts"
import type { Lock, ShownLock } from "#core/locks/Lock.ts"
import type { Column } from "#cli/output/table.ts"
import { timeText } from "#cli/output/timeText.ts"

/** The text of a masked combination (001 §6). */
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

/** How to fetch a list of locks: the requested number in one response, like the export (001 §9). */
export const lockPieces = { most: 10_000_000, after: null }

/** A single lock, without its combination. */
export const lockFacts: ReadonlyArray<Column<Lock>> = [
  { heading: "Id", text: (lock) => `#${lock.lockID}` },
  ...common,
  { heading: "Active", text: (lock) => (lock.isActive ? "yes" : "no") },
  { heading: "Color", text: (lock) => lockColorName(lock.color) },
  { heading: "Views", text: (lock) => String(lock.viewCount) },
  { heading: "Updated by", text: (lock) => lock.updatedBy ?? "" },
  { heading: "Updated", text: (lock) => timeText(lock.updatedOn) }
]

/** A single lock, with its combination if the masking rule allows it. */
export const shownLockFacts: ReadonlyArray<Column<ShownLock>> = [
  ...lockFacts,
  { heading: "Combination", text: (lock) => lock.unlockCode ?? masked }
]
