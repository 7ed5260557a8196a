/** Limits of tickets; those of images come from the documents (002 §5 and §9). */
export const ticketLimits = {
  subject: 200,
  description: 10_000,
  facilities: 1000,
  /** The default number of tickets in a list. */
  listed: 50,
  images: 5,
  imageBytes: 5 * 1024 * 1024
} as const
