/**
 * Words that anyone who knows Lockdesk would guess first. A password that is only one of them plus digits and signs is
 * refused, just like the most common passwords.
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
