import { enumeration } from "#core/base/enumeration.ts"

/** Categories of a support ticket (002 §3); the label is what is sent. */
export const ticketCategories = [
  "Account Related",
  "FMS Integration",
  "Lock Inquiry",
  "Mobile App - Search",
  "Mobile App - Sync",
  "Mobile App - Unit Tasks",
  "User Access",
  "Other"
] as const

/** Whom a broadcast reaches (000 §3). */
export const BroadcastAudience = enumeration([
  { id: 1, key: "AllUsers", label: "AllUsers" },
  { id: 2, key: "MobileUsers", label: "MobileUsers" },
  { id: 3, key: "WebUsers", label: "WebUsers" },
  { id: 4, key: "UsersInSpecificCompany", label: "UsersInSpecificCompany" },
  { id: 5, key: "SpecificUser", label: "SpecificUser" }
])
