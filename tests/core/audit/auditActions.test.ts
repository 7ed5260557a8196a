import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { auditActions, AuditRecord, AuditVerification } from "#core/audit/AuditRecord.ts"

describe("the audit record", () => {
  it("has a name of its own for everything that is audited", () => {
    expect(auditActions).toEqual([
      "auth.login",
      "auth.login-failed",
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
      "reveals.approve",
      "reveals.reject",
      "facilities.create",
      "facilities.update",
      "facilities.remove",
      "facilities.api",
      "facilities.transfer-offer",
      "facilities.transfer",
      "registry.import",
      "exports.locks",
      "exports.rows",
      "tickets.create"
    ])
  })

  it("has no place for a combination, and its verification names four ways to be broken", () => {
    expect(Object.keys(AuditRecord.fields).filter((name) => /code|combination|unlock/i.test(name))).toEqual([])
    const is = Schema.is(AuditVerification)
    for (const reason of ["changed", "missing", "truncated", "witness"]) {
      expect(is({ records: 1, head: null, broken: { seq: 1, reason } })).toBe(true)
    }
    expect(is({ records: 1, head: null, broken: { seq: 1, reason: "other" } })).toBe(false)
  })
})
