import { enumeration } from "#core/base/enumeration.ts"

/** The outcome of a reveal request (002 §3). */
export const ApprovalStatus = enumeration([
  { id: 0, key: "Pending", label: "pending" },
  { id: 1, key: "Approved", label: "approved" },
  { id: 2, key: "Rejected", label: "rejected" }
])
export type ApprovalStatusId = (typeof ApprovalStatus.ids)[number]

/** The outcome of one lock in a bulk activation (002 §3). */
export const ActivationResult = enumeration([
  { id: 0, key: "Success", label: "Success" },
  { id: 1, key: "Fail", label: "Fail" },
  { id: 2, key: "AlreadyActive", label: "Already Active" }
])

/** Reports by the id in their path (002 §2). */
export const Report = enumeration([
  { id: 1, key: "revealLock", label: "View Combination Requests" },
  { id: 2, key: "autoNotifier", label: "Auto Messages" },
  { id: 3, key: "facilityLockCount", label: "Facility Lock Count" },
  { id: 4, key: "bulkLock", label: "Bulk Lock Activations" }
])

/** Date ranges of reports in days; 0 is today, 1 is only yesterday (002 §9; DECISIONS). */
export const reportRanges = [0, 1, 7, 30, 60, 90] as const
