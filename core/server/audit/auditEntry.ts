import { createHash } from "node:crypto"
import { SqlClient } from "effect/sql"
import type { AuditAction } from "#core/audit/AuditRecord.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { ApiKeyId, CompanyId, UserId } from "#core/base/ids.ts"
import { arrayText } from "../db/arrayText.ts"
import type { AuditMacs, PreparedRecord } from "./auditMacs.ts"

/** The content of a record. `detail` holds facts only: never a combination, a password or a token. */
export interface AuditEntry {
  readonly companyID: CompanyId
  readonly at: string
  readonly userID: UserId | null
  /** The user's own company, if it differs from the log's company. */
  readonly userCompany?: { readonly id: CompanyId; readonly name: string }
  /** The API key, if it acted instead of a person. */
  readonly apiKey?: { readonly id: ApiKeyId; readonly name: string }
  readonly action: AuditAction
  /** The subject by which to find the record: a serial code, an email address. */
  readonly subject: string
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>
  /** Set if it was computed before the chain was held (`prepareEntry`). */
  readonly prepared?: PreparedRecord
}

/** The actor fields that every record of a user's action starts with. */
export const doneBy = (
  user: LoggedInUser
): Required<Pick<AuditEntry, "companyID" | "userCompany">> &
  Pick<AuditEntry, "apiKey"> & { readonly userID: UserId } => ({
  companyID: user.companyID,
  userID: user.userID,
  userCompany: { id: user.ownCompanyID, name: user.ownCompanyName },
  ...(user.apiKey === undefined ? {} : { apiKey: user.apiKey })
})

/** The text covered by a record's hash. */
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

/** The part of an entry that can be computed before the chain is held: two of its five hashes. */
export const preparedRecord = (macs: AuditMacs, entry: AuditEntry): PreparedRecord =>
  entry.prepared ?? macs.prepare(entry.companyID, auditPayload(entry))

/** An entry with `preparedRecord`, for a long change: computed while the database writes other rows. */
export const prepareEntry = (macs: AuditMacs, entry: AuditEntry): AuditEntry => ({
  ...entry,
  prepared: preparedRecord(macs, entry)
})

/**
 * The SQL call of `append_audit` for an entry, for use in the statement whose outcome it records. `company` is a column of the
 * row the record depends on: without that row, nothing is recorded.
 */
export const appendAudit = (sql: SqlClient.SqlClient, macs: AuditMacs, entry: AuditEntry, company?: string) => {
  const record = preparedRecord(macs, entry)
  return sql`append_audit(${company === undefined ? sql`${entry.companyID}::int` : sql.literal(company)}, ${entry.at}::timestamptz, ${entry.userID}::int, ${entry.action}::text, ${entry.subject}::text, ${record.payload}::text, ${macs.padsOf([record])}::bytea)`
}

/**
 * The SQL call of `append_audits` for several entries of one company and time, in order. Returns the last record; the numbers
 * of the others precede it without gaps. Needs at least one entry.
 */
export const appendAudits = (sql: SqlClient.SqlClient, macs: AuditMacs, entries: ReadonlyArray<AuditEntry>) => {
  const [first] = entries
  if (first === undefined) throw new RangeError("nothing to record")
  const { companyID, at } = first
  const records = entries.map((entry) => preparedRecord(macs, entry))
  return sql`append_audits(${companyID}::int, ${at}::timestamptz, ${arrayText(entries.map(({ userID }) => userID))}::int[],
    ${entries.map(({ action }) => action)}::text[], ${entries.map(({ subject }) => subject)}::text[],
    ${records.map(({ payload }) => payload)}::text[], ${macs.padsOf(records)}::bytea)`
}

/** The result of `append_audit`, and of `append_audits` for the last entry. */
export interface AppendedAudit {
  readonly audit_seq: number
  readonly audit_hash: Uint8Array
}

/** The hash of a record, computed from the previous one. Same algorithm as `append_audit`. */
export const auditHash = (before: Uint8Array, seq: number, payload: string): Buffer => {
  const number = Buffer.alloc(8)
  number.writeBigInt64BE(BigInt(seq))
  return createHash("sha256").update(before).update(number).update(payload, "utf8").digest()
}
