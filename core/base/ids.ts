import { Schema } from "effect"

const id = <const Name extends string>(name: Name) =>
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 })).annotate({ title: name })

export const CompanyId = id("companyID")
export const UserId = id("userID")
export const FacilityId = id("facilityID")
export const SubdomainId = id("subdomainID")
export const LockId = id("lockID")
export const LogId = id("logID")
export const ApiKeyId = id("apiKeyID")
export const WebhookId = id("webhookID")

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
