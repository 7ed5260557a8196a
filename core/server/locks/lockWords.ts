import { inventoryName } from "#core/activation/activationRules.ts"
import type { AuditAction } from "#core/audit/AuditRecord.ts"
import type { LockId } from "#core/base/ids.ts"
import { lockColorName } from "#core/locks/lockColors.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import type { LockWrite } from "./lockItems.ts"

const changed = (what: string, from: string, to: string): ReadonlyArray<string> =>
  from === to ? [] : [`${what} changed from ${from} to ${to}`]

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The reason of a change that no person made directly. */
const whyOf: Partial<Readonly<Record<AuditAction, string>>> = {
  "locks.undo": "Undone",
  "automations.unlock-delivered": "Unlock code delivered"
}

/** A lock's log line: what was done and by whom. Never contains a combination. */
export const logLine = (
  { lock: { state, facilityName }, after, newCode, action }: LockWrite,
  placeName: string | undefined,
  by: string
): string => {
  const place = after.facilityID === null ? inventoryName : (placeName ?? facilityName)
  const where = `${after.facilityID === null ? "in" : "at"} ${place}`
  if (action === "locks.activate") return `Activated ${where} by ${by}`
  if (action === "inventory.assign") return `Assigned to ${place} from the inventory by ${by}`
  const parts = [
    ...(state.facilityID === after.facilityID ? [] : [`transferred from ${facilityName || inventoryName} to ${place}`]),
    ...changed("status", LockStatus.label(state.status), LockStatus.label(after.status)),
    ...changed("unit", state.unit ?? "none", after.unit ?? "none"),
    ...changed("color", lockColorName(state.color), lockColorName(after.color)),
    ...(newCode === null ? [] : ["combination changed"])
  ]
  const why = whyOf[action]
  return `${why === undefined ? capital(parts.join(", ")) : `${why}: ${parts.join(", ")}`} by ${by}`
}

/** The audit detail of a change besides user, time and lock: everything an undo needs. */
export const auditDetail = (
  { lock: { state, codeVersion }, after, newCode, action, made, undoes }: LockWrite,
  lockID: LockId,
  version: number,
  sessionId: string | null
): Readonly<Record<string, string | number | boolean | null>> => {
  if (action === "locks.activate") return { lockID, facilityID: after.facilityID }
  return {
    lockID,
    version,
    session: sessionId,
    facilityID: after.facilityID,
    status: after.status,
    unit: after.unit,
    color: after.color,
    fromFacilityID: state.facilityID,
    fromStatus: state.status,
    fromUnit: state.unit,
    fromColor: state.color,
    ...(newCode === null || made ? {} : { newCombination: true, fromCode: codeVersion }),
    ...(undoes === undefined ? {} : { undoes })
  }
}
