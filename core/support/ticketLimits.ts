/** Limits of a ticket; those of its images are the documents' (002 §5 and §9). */
export const ticketLimits = {
  subject: 200,
  description: 10_000,
  facilities: 1000,
  images: 5,
  imageBytes: 5 * 1024 * 1024
} as const
