import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { ShownLock } from "#core/locks/Lock.ts"
import { LockColor, lockColorName } from "#core/locks/lockColors.ts"
import { seesStatus } from "#core/locks/lockRules.ts"
import type { SheetColumn } from "./sheetColumns.ts"

type LockField = Extract<keyof ShownLock, string>

const column = (title: string, kind: SheetColumn["kind"], width: number, field: LockField): SheetColumn => ({
  title,
  kind,
  width,
  field
})

const colorNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(LockColor.rows.map(({ id, label }) => [id, label])),
  "": lockColorName(Number.NaN)
}

/** Columns of a lock file, in the order of Manage Locks (001 §2), named as in the grid and the sort. */
const table = {
  color: { ...column("Color", "choice", 10, "color"), names: colorNames },
  serialCode: column("Serial Code", "text", 14, "serialCode"),
  unitNumber: column("Unit", "text", 14, "unitNumber"),
  unlockCode: column("Combination", "combination", 14, "unlockCode"),
  secondaryLockStatus: column("Status", "text", 22, "secondaryStatusName"),
  updatedBy: column("Updated By", "text", 24, "updatedBy"),
  updatedOn: column("Updated On (UTC)", "date", 22, "updatedOn"),
  facilityName: column("Facility Name", "text", 32, "facilityName")
} as const

export type LockColumnId = keyof typeof table
export const lockColumnIds = Object.keys(table) as ReadonlyArray<LockColumnId>

const ofStatus: ReadonlySet<LockColumnId> = new Set(["secondaryLockStatus", "updatedBy", "updatedOn"])

/**
 * The requested columns that the user can see, in the requested order; vendors see neither the status nor who changed a lock
 * (001 §2).
 */
export const lockColumnsFor = (
  user: LoggedInUser,
  ids: ReadonlyArray<LockColumnId> = lockColumnIds
): ReadonlyArray<SheetColumn> => ids.filter((id) => seesStatus(user) || !ofStatus.has(id)).map((id) => table[id])

/** The sheet name and the first part of the file name (001 §9). */
export const lockSheet = "Locks"
export const lockFileName = (inventory: boolean): string => (inventory ? "inventory-locks" : "locks")
