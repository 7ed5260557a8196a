/** What a person reads after a change of a subdomain (002 §8; its wording is ours), and 000 §8's where the server says nothing. */
export const subdomainWords = {
  added: "Subdomain added",
  updated: "Subdomain updated",
  logo: "Logo uploaded",
  failed: "Subdomain failed to update"
} as const
