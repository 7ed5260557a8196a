import { Schema } from "effect"

/** The ID of a database row. Its name appears in the API reference and in errors. */
export const rowId = <const Name extends string>(name: Name) =>
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 })).annotate({ title: name })

export const CompanyId = rowId("companyID")
export const UserId = rowId("userID")
export const FacilityId = rowId("facilityID")
export const SubdomainId = rowId("subdomainID")
export const LockId = rowId("lockID")
export const LogId = rowId("logID")
export const ApiKeyId = rowId("apiKeyID")
export const WebhookId = rowId("webhookID")

/** The engraved serial code: exactly 8 digits (001 §5). */
export const SerialCode = Schema.String.check(
  Schema.isPattern(/^\d{8}$/, { message: "Serial Code must be 8 digits." })
).annotate({ title: "serialCode" })

/** A combination: exactly 4 digits (001 §5). */
export const UnlockCode = Schema.String.check(
  Schema.isPattern(/^\d{4}$/, { message: "Combination must be 4 digits." })
).annotate({ title: "unlockCode" })

/** An instant as it is sent: ISO 8601 in UTC. */
export const Instant = Schema.String.check(
  Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/, { message: "Expected an ISO 8601 instant in UTC." })
)
