import { Schema } from "effect"
import { CompanyId, Instant, UserId } from "#core/base/ids.ts"

/**
 * One record of a company's audit log. `hash` (hex SHA-256) covers the previous record's hash, `seq` and `payload`, so
 * no record can be changed, removed or inserted without breaking the chain. `payload` is the JSON of the fields above
 * it and of `detail`; it never contains a combination, a password or a token.
 */
export const AuditRecord = Schema.Struct({
  seq: Schema.Int,
  at: Instant,
  userID: Schema.NullOr(UserId),
  userName: Schema.NullOr(Schema.String),
  /** The user's own company if they acted for this one from another; null for this company's users. */
  userCompanyID: Schema.NullOr(CompanyId),
  userCompanyName: Schema.NullOr(Schema.String),
  action: Schema.String,
  subject: Schema.String,
  payload: Schema.String,
  hash: Schema.String
})
export type AuditRecord = typeof AuditRecord.Type

/**
 * How an audit log can be broken at a record: it was changed, is missing, or it and all later ones are missing; the
 * witness or an external anchor saw a different one; its row among the reveals is missing; the witness was lost, so
 * nothing up to here is vouched for; or it is forged, because it was written without the server's key.
 */
export const brokenReasons = [
  "changed",
  "forged",
  "missing",
  "truncated",
  "witness",
  "anchor",
  "reveal",
  "lost"
] as const

/** The result of verifying a company's chain. `broken` names the first invalid record, and how it is broken. */
export const AuditVerification = Schema.Struct({
  records: Schema.Int,
  head: Schema.NullOr(Schema.String),
  broken: Schema.NullOr(
    Schema.Struct({
      seq: Schema.Int,
      /** The time in the record; null if there is no record, or if the whole log is concerned. */
      at: Schema.NullOr(Instant),
      reason: Schema.Literals(brokenReasons)
    })
  )
})
export type AuditVerification = typeof AuditVerification.Type

/** All audited actions, by their name in the log. */
export const auditActions = [
  "audit.macs",
  "auth.login",
  "auth.login-failed",
  "auth.login-unknown",
  "auth.logout",
  "auth.forgot-password",
  "auth.set-password",
  "locks.activate",
  "locks.update",
  "locks.transfer",
  "locks.undo",
  "inventory.assign",
  "returns.process",
  "returns.send",
  "outbox.read",
  "outbox.file",
  "reveals.approve",
  "reveals.reject",
  "reveals.cap",
  "facilities.create",
  "facilities.update",
  "facilities.remove",
  "facilities.api",
  "facilities.transfer-offer",
  "facilities.transfer-cancel",
  "facilities.transfer",
  "apikeys.create",
  "apikeys.update",
  "apikeys.show",
  "apikeys.rotate",
  "apikeys.revoke",
  "apikeys.show-once",
  "webhooks.create",
  "webhooks.update",
  "webhooks.remove",
  "webhooks.rotate",
  "webhooks.test",
  "webhooks.replay",
  "subdomains.create",
  "subdomains.update",
  "subdomains.logo",
  "companies.create",
  "companies.update",
  "automations.update",
  "automations.unlock-delivered",
  "roles.update",
  "viewing.start",
  "viewing.end",
  "settings.update",
  "settings.logout-all",
  "settings.daily-report",
  "registry.import",
  "exports.locks",
  "notices.broadcast",
  "exports.rows",
  "tickets.create",
  "tickets.read",
  "account.name",
  "account.password",
  "account.email-request",
  "account.email",
  "users.create",
  "users.update",
  "users.invite"
] as const
export type AuditAction = (typeof auditActions)[number]
