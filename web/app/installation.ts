const meta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="lockdesk-${name}"]`)?.content.trim() ?? ""

/** Settings of an installation, from the head of its page (index.html). An empty one turns its feature off. */
export const installation = {
  /** Text of the banner above the sign-in, next to the Store link. */
  banner: meta("banner"),
  /** Where companies on the old web app tier are sent with a uid (000 §2). */
  oldWebApp: meta("old-web-app"),
  /** Where error reports go: a mailto: or https: URL. */
  feedback: meta("feedback"),
  /** Where to book a call about another plan: an https: URL (002 §1). Without one, it opens a support ticket. */
  scheduling: meta("scheduling"),
  /** Help page for setting a Sitelink password to Never Expire: an https: URL (001 §8). */
  sitelinkHelp: meta("sitelink-help"),
  /** A video about subdomains next to the upgrade prompt: an https: URL, or a file on this server (002 §2). */
  subdomainsVideo: meta("subdomains-video")
} as const

/** An http(s) URL that may be opened in a tab, or null. */
export const webAddress = (address: string): string | null => (/^https?:\/\/\S+$/i.test(address) ? address : null)
