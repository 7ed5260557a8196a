/** Messages after a change of a subdomain (002 §8; the wording is ours), and that of 000 §8 for responses without a message. */
export const subdomainWords = {
  added: "Subdomain added",
  updated: "Subdomain updated",
  logo: "Logo uploaded",
  failed: "Subdomain failed to update"
} as const
