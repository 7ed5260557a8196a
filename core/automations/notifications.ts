import { enumeration } from "#core/base/enumeration.ts"

/** Channels for notifying a person of reveals (001 §3). */
export const RevealNotificationPreference = enumeration([
  { id: 0, key: "Disabled", label: "Disabled" },
  { id: 1, key: "Sms", label: "SMS" },
  { id: 2, key: "Email", label: "Email" }
])

/** What a person can be notified of (001 §9). */
export const NotificationEntryType = enumeration([{ id: 1, key: "RevealUnlockCode", label: "Reveal unlock code" }])
