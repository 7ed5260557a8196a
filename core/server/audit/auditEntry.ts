import { createHash } from "node:crypto"
import { SqlClient } from "effect/sql"
import type { AuditAction } from "#core/audit/AuditRecord.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { arrayText } from "../db/arrayText.ts"
import type { AuditMacs } from "./auditMacs.ts"

/** What is to be recorded. `detail` holds facts only: never a combination, a password or a token. */
export interface AuditEntry {
  readonly companyID: number
  readonly at: string
  readonly userID: number | null
  /** The company that the user belongs to; recorded where it is not the one whose log this is. */
  readonly userCompany?: { readonly id: number; readonly name: string }
  /** The API key that did it, where no person did. */
  readonly apiKey?: { readonly id: number; readonly name: string }
  readonly action: AuditAction
  /** What it is about, to find it again: a serial code, an email address. */
  readonly subject: string
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>
}

/** Who does it: every record of what a user did begins with this. */
export const doneBy = (
  user: LoggedInUser
): Required<Pick<AuditEntry, "companyID" | "userCompany">> &
  Pick<AuditEntry, "apiKey"> & { readonly userID: number } => ({
  companyID: user.companyID,
  userID: user.userID,
  userCompany: { id: user.ownCompanyID, name: user.ownCompanyName },
  ...(user.apiKey === undefined ? {} : { apiKey: user.apiKey })
})

/** The text that the hash of a record covers. */
export const auditPayload = ({
  companyID,
  at,
  userID,
  userCompany,
  apiKey,
  action,
  subject,
  detail = {}
}: AuditEntry): string => {
  const elsewhere = userCompany !== undefined && userCompany.id !== companyID
  const from = elsewhere ? { userCompanyID: userCompany.id, userCompanyName: userCompany.name } : {}
  const by = apiKey === undefined ? {} : { apiKeyID: apiKey.id, apiKeyName: apiKey.name }
  return JSON.stringify({ companyID, at, userID, ...from, ...by, action, subject, ...detail })
}

/**
 * The call of `append_audit` that records an entry, to stand in the statement whose outcome it records. `company` is a
 * column of the row that the record depends on: where there is no such row, the call is not made either.
 */
export const appendAudit = (sql: SqlClient.SqlClient, macs: AuditMacs, entry: AuditEntry, company?: string) => {
  const payload = auditPayload(entry)
  return sql`append_audit(${company === undefined ? sql`${entry.companyID}::int` : sql.literal(company)}, ${entry.at}::timestamptz, ${entry.userID}::int, ${entry.action}::text, ${entry.subject}::text, ${payload}::text, ${macs.padsOf(entry.companyID, [payload])}::bytea)`
}

/**
 * The call of `append_audits` that records several entries of one company and one moment, in their order: the last of them
 * comes back, and the numbers of the others lead up to it. At least one is needed.
 */
export const appendAudits = (sql: SqlClient.SqlClient, macs: AuditMacs, entries: ReadonlyArray<AuditEntry>) => {
  const [first] = entries
  if (first === undefined) throw new RangeError("nothing to record")
  const { companyID, at } = first
  const payloads = entries.map(auditPayload)
  return sql`append_audits(${companyID}::int, ${at}::timestamptz, ${arrayText(entries.map(({ userID }) => userID))}::int[],
    ${entries.map(({ action }) => action)}::text[], ${entries.map(({ subject }) => subject)}::text[],
    ${payloads}::text[], ${macs.padsOf(companyID, payloads)}::bytea)`
}

/** What `append_audit` returns, and `append_audits` for the last entry. */
export interface AppendedAudit {
  readonly audit_seq: number
  readonly audit_hash: Uint8Array
}

/** The hash of a record, from the hash before it. The same sum as `append_audit` makes. */
export const auditHash = (before: Uint8Array, seq: number, payload: string): Buffer => {
  const number = Buffer.alloc(8)
  number.writeBigInt64BE(BigInt(seq))
  return createHash("sha256").update(before).update(number).update(payload, "utf8").digest()
}
