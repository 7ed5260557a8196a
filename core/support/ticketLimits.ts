/** Limits of tickets; those of its images are the documents' (002 §5 and §9). */
export const ticketLimits = {
  subject: 200,
  description: 10_000,
  facilities: 1000,
  /** Tickets that are told where nobody says how many. */
  told: 50,
  images: 5,
  imageBytes: 5 * 1024 * 1024
} as const
