import type { AuditAction } from "./AuditRecord.ts"

/** Changes of locks, which the server takes back itself: a combination before is nothing that a client knows. */
export const undoableLockActions = [
  "locks.update",
  "locks.transfer",
  "inventory.assign"
] as const satisfies ReadonlyArray<AuditAction>

/** Changes that are taken back by the call that makes such changes. */
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

/** Whether whoever made a change can take it back by the number of its record. A logo that was removed is gone. */
export const canBeUndone = (action: string, facts: Readonly<Record<string, unknown>>): boolean =>
  undoable.has(action) && facts["logo"] === undefined

/** The header of an answer that has the number of the record by which its change can be taken back. */
export const changeHeader = "lockdesk-change"
