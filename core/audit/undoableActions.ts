import type { AuditAction } from "./AuditRecord.ts"

/** Changes of locks, which the server undoes: clients never know a previous combination. */
export const undoableLockActions = [
  "locks.update",
  "locks.transfer",
  "inventory.assign"
] as const satisfies ReadonlyArray<AuditAction>

/** Changes that the client undoes with the call that makes such changes. */
export const undoableCompanyActions = [
  "users.update",
  "roles.update",
  "settings.update",
  "apikeys.update",
  "webhooks.update",
  "companies.update",
  "subdomains.update",
  "facilities.api"
] as const satisfies ReadonlyArray<AuditAction>

const undoable: ReadonlySet<string> = new Set([...undoableLockActions, ...undoableCompanyActions])

/** Whether a user can undo their change by its record number. A removed logo can't be restored. */
export const canBeUndone = (action: string, facts: Readonly<Record<string, unknown>>): boolean =>
  undoable.has(action) && facts["logo"] === undefined

/** The response header with the audit number by which a change can be undone. */
export const changeHeader = "lockdesk-change"
