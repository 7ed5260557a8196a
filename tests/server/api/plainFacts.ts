/** Fields that differ in every run: generated IDs, timestamps, and values sent to one client only. */
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

/** A response without them. */
export const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (key, part: unknown) => (volatile.has(key) ? "any" : part)))
