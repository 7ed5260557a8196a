import { Schema } from "effect"

/**
 * The ID of a database row. Its name appears in the API reference and in errors, and brands the type: a lock's ID can't
 * be passed where a facility's is expected.
 */
export const rowId = <const Name extends string>(name: Name) =>
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 }))
    .annotate({ title: name })
    // `brand` refuses unions of names, which TypeScript can't rule out for a type parameter.
    .pipe(Schema.brand<Name>(name as Parameters<typeof Schema.brand<Name>>[0]))

export const CompanyId = rowId("companyID")
export type CompanyId = typeof CompanyId.Type
export const UserId = rowId("userID")
export type UserId = typeof UserId.Type
export const FacilityId = rowId("facilityID")
export type FacilityId = typeof FacilityId.Type
export const SubdomainId = rowId("subdomainID")
export type SubdomainId = typeof SubdomainId.Type
export const LockId = rowId("lockID")
export type LockId = typeof LockId.Type
export const LogId = rowId("logID")
export type LogId = typeof LogId.Type
export const ApiKeyId = rowId("apiKeyID")
export type ApiKeyId = typeof ApiKeyId.Type
export const WebhookId = rowId("webhookID")
export type WebhookId = typeof WebhookId.Type
export const FmsRunId = rowId("runID")
export type FmsRunId = typeof FmsRunId.Type
export const JobId = rowId("jobID")
export type JobId = typeof JobId.Type
export const ReportId = rowId("reportId")
export type ReportId = typeof ReportId.Type
export const NoticeId = rowId("noticeID")
export type NoticeId = typeof NoticeId.Type

/** The ID in a text of digits, such as a part of a path, an argument or a record; null for any other text. */
export const idIn = <Id extends number>(schema: Schema.Decoder<Id>, text: string): Id | null => {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
  return Schema.is(schema)(id) ? id : null
}

/** The ID in a text that was already checked or written by us. Throws for any other text. */
export const mustBeIdIn = <Id extends number>(schema: Schema.Decoder<Id>, text: string): Id =>
  Schema.decodeUnknownSync(schema)(Number(text))

/** The IDs in a list of such texts; none in an empty one. */
export const idsIn = <Id extends number>(
  schema: Schema.Decoder<Id>,
  text: string,
  separator: string | RegExp = " "
): ReadonlyArray<Id> => (text === "" ? [] : text.split(separator).map((each) => mustBeIdIn(schema, each)))

/** The engraved serial code: exactly 8 digits (001 §5). */
export const SerialCode = Schema.String.check(
  Schema.isPattern(/^\d{8}$/u, { message: "Serial Code must be 8 digits." })
).annotate({ title: "serialCode" })

/** A combination: exactly 4 digits (001 §5). */
export const UnlockCode = Schema.String.check(
  Schema.isPattern(/^\d{4}$/u, { message: "Combination must be 4 digits." })
).annotate({ title: "unlockCode" })

/** The form of an instant. */
export const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/

/** An instant as it is sent: ISO 8601 in UTC. */
export const Instant = Schema.String.annotate({ format: "date-time" }).check(
  Schema.isPattern(instantForm, { message: "Expected an ISO 8601 instant in UTC." })
)
