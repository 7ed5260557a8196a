/** Facts that no two runs have in common: numbers given out, moments, and what is told to one client only. */
const volatile = new Set([
  "requestId",
  "updatedOn",
  "createdOn",
  "expiresOn",
  "secretSince",
  "lockID",
  "facilityID",
  "jobID",
  "runID",
  "ticketID",
  "reportId",
  "importID",
  "link",
  "invitation",
  "companyID",
  "noticeID",
  "userID",
  "id",
  "key",
  "secret",
  "messageID",
  "deliveryID",
  "webhookID",
  "nextOn",
  "body",
  "oldSecretUntil",
  "revokedOn"
])

/** An answer without them. */
export const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (key, part: unknown) => (volatile.has(key) ? "any" : part)))
