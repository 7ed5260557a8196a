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
export type TicketCategory = (typeof ticketCategories)[number]

/** What the subject of a ticket begins as where an activation failed (001 §9; 002 §9). */
export const bulkActivationSubject = "Failed to Activate Locks"

/** What a person reads when a ticket was sent, and when it was not (002 §8). */
export const ticketWords = { created: "Support Ticket Created!", failed: "Something went wrong" } as const
