import { enumeration } from "#core/base/enumeration.ts"

/** Channels for a company's automatic messages (000 §3). */
export const NotificationPreference = enumeration([
  { id: 0, key: "None", label: "none" },
  { id: 1, key: "Sms", label: "SMS" },
  { id: 2, key: "Email", label: "email" },
  { id: 3, key: "Both", label: "both" }
])

/** Channels for notifying a person of reveals (001 §3); not the same set as a company's. */
export const RevealNotificationPreference = enumeration([
  { id: 0, key: "Disabled", label: "Disabled" },
  { id: 1, key: "Sms", label: "SMS" },
  { id: 2, key: "Email", label: "Email" }
])

/** What a person can be notified of (001 §9). */
export const NotificationEntryType = enumeration([{ id: 1, key: "RevealUnlockCode", label: "Reveal unlock code" }])

/** Types of automatic message (002 §3). */
export const NotificationType = enumeration([
  { id: 0, key: "DelinquentSms", label: "Delinquent SMS" },
  { id: 1, key: "DelinquentEmail", label: "Delinquent email" },
  { id: 2, key: "MoveInSms", label: "Move-in SMS" },
  { id: 3, key: "MoveInEmail", label: "Move-in email" },
  { id: 4, key: "TextToReleaseApproved", label: "Text to release approved" },
  { id: 5, key: "TextToReleaseDenied", label: "Text to release denied" }
])

/** Categories of automatic messages on the server (002 §3). */
export const NotificationCategory = enumeration([
  { id: 0, key: "Delinquent", label: "Delinquent" },
  { id: 1, key: "MoveIn", label: "Move-in" },
  { id: 2, key: "TextToRelease", label: "Text to release" }
])

/** Bits of a sent message's type; a message may carry several (002 §3). */
export const MessageTypeBit = enumeration([
  { id: 1, key: "Unlock", label: "Unlock" },
  { id: 2, key: "NewRental", label: "New Rental" },
  { id: 4, key: "DelinquencyPaid", label: "Delinquency Paid" }
])

/** Delivery status of a sent message (002 §3). */
export const messageStatuses = [
  "delivered",
  "undelivered",
  "pending",
  "opt_out",
  "failed",
  "dropped",
  "bounce"
] as const
