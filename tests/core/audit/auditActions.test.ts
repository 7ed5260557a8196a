import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { auditActions, AuditRecord, AuditVerification } from "#core/audit/AuditRecord.ts"

describe("the audit record", () => {
  it("has a unique action name for everything audited, and each is used somewhere", () => {
    expect(new Set(auditActions).size).toBe(auditActions.length)
    const server = join(import.meta.dirname, "../../../core/server")
    const sources = readdirSync(server, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(join(server, name), "utf8"))
    for (const action of auditActions) {
      expect(action).toMatch(/^[a-z]+\.[a-z]+(-[a-z]+)*$/)
      expect([action, sources.some((text) => text.includes(`"${action}"`))]).toEqual([action, true])
    }
  })

  it("has no field for a combination, and its verification lists all reasons to be broken", () => {
    expect(Object.keys(AuditRecord.fields).filter((name) => /code|combination|unlock/i.test(name))).toEqual([])
    const is = Schema.is(AuditVerification)
    for (const reason of ["changed", "missing", "truncated", "witness", "anchor", "reveal", "lost", "forged"]) {
      expect(is({ records: 1, head: null, broken: { seq: 1, at: null, reason } })).toBe(true)
    }
    expect(is({ records: 1, head: null, broken: { seq: 1, at: null, reason: "other" } })).toBe(false)
  })
})
