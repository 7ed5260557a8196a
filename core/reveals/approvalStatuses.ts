import { enumeration } from "#core/base/enumeration.ts"

/** The outcome of a reveal request (002 §3). */
export const ApprovalStatus = enumeration([
  { id: 0, key: "Pending", label: "pending" },
  { id: 1, key: "Approved", label: "approved" },
  { id: 2, key: "Rejected", label: "rejected" }
])
