const meta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="lockdesk-${name}"]`)?.content.trim() ?? ""

/** What an installation decides of the console, in the head of its page (index.html). Where one is empty, the console does without. */
export const installation = {
  /** What stands above the sign-in, beside the Store link. */
  banner: meta("banner"),
  /** Where companies of the old web app tier go with a uid (000 §2). */
  oldWebApp: meta("old-web-app"),
  /** Where a report of an error goes: a mailto: or https: address. */
  feedback: meta("feedback"),
  /** Where an appointment about another plan is made: an https: address (002 §1). Without one, a request to support is begun. */
  scheduling: meta("scheduling"),
  /** Where it is explained how a Sitelink password is set to Never Expire: an https: address (001 §8). */
  sitelinkHelp: meta("sitelink-help"),
  /** A video of what subdomains are, beside the upgrade prompt: an https: address, or a file of this server (002 §2). */
  subdomainsVideo: meta("subdomains-video")
} as const

/** An address of the web that may be opened in a tab, or null. */
export const webAddress = (address: string): string | null => (/^https?:\/\/\S+$/i.test(address) ? address : null)
