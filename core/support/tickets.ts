/** Categories of a support ticket (002 §3); the label is sent. */
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
export type TicketCategory = (typeof ticketCategories)[number]

/** The start of the subject for a failed activation (001 §9; 002 §9). */
export const bulkActivationSubject = "Failed to Activate Locks"

/** Messages after a ticket was sent, or failed to be sent (002 §8). */
export const ticketWords = { created: "Support Ticket Created!", failed: "Something went wrong" } as const
