/**
 * Words that everybody who knows what Lockdesk is would try first. A password that is nothing but one of them, whatever digits
 * and signs stand around and between, is refused like the most common ones.
 */
export const ownWords: ReadonlySet<string> = new Set([
  "lockdesk",
  "lockdeskadmin",
  "lockdeskdemo",
  "admin",
  "administrator",
  "callcenter",
  "combination",
  "demo",
  "facility",
  "lockcode",
  "lockout",
  "overlock",
  "padlock",
  "password",
  "selfstorage",
  "siteadmin",
  "storage",
  "storageunit",
  "superadmin",
  "tenant",
  "unlock",
  "unlockcode"
])
