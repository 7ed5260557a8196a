import { Schema } from "effect"
import { Instant } from "#core/base/ids.ts"

/**
 * One record of a company's audit log. `hash` (hex SHA-256) covers the hash of the record before it, `seq` and
 * `payload`, so that no record can be changed, dropped or put in without breaking the chain. `payload` is the JSON of
 * the facts above it and of `detail`; it never holds a combination, a password or a token.
 */
export const AuditRecord = Schema.Struct({
  seq: Schema.Int,
  at: Instant,
  userID: Schema.NullOr(Schema.Int),
  userName: Schema.NullOr(Schema.String),
  /** The company the user belongs to, where they acted for this one from another; null for this company's own people. */
  userCompanyID: Schema.NullOr(Schema.Int),
  userCompanyName: Schema.NullOr(Schema.String),
  action: Schema.String,
  subject: Schema.String,
  payload: Schema.String,
  hash: Schema.String
})
export type AuditRecord = typeof AuditRecord.Type

/**
 * How an audit log can be broken at a record: it was changed, is missing, or it and all after it are; the witness or an anchor
 * outside saw another; its row among the reveals is gone; the witness was lost, so nothing up to there is vouched for; or it is
 * forged: whoever wrote it did not have the server's key.
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

/** What verifying a company's chain found. `broken` names the first record that does not hold, and how. */
export const AuditVerification = Schema.Struct({
  records: Schema.Int,
  head: Schema.NullOr(Schema.String),
  broken: Schema.NullOr(
    Schema.Struct({
      seq: Schema.Int,
      /** When the record says it was written; null where there is no record, or the whole log is meant. */
      at: Schema.NullOr(Instant),
      reason: Schema.Literals(brokenReasons)
    })
  )
})
export type AuditVerification = typeof AuditVerification.Type

/** Everything that is audited, by its name in the log. */
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
