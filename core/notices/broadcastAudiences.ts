import { enumeration } from "#core/base/enumeration.ts"

/** Who an announcement is for (000 §3). */
export const BroadcastAudience = enumeration([
  { id: 1, key: "AllUsers", label: "All users" },
  { id: 2, key: "MobileUsers", label: "Mobile users" },
  { id: 3, key: "WebUsers", label: "Web users" },
  { id: 4, key: "UsersInSpecificCompany", label: "Users in a company" },
  { id: 5, key: "SpecificUser", label: "One user" }
])
export type BroadcastAudienceId = (typeof BroadcastAudience.ids)[number]
