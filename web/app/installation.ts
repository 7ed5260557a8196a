const meta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="lockdesk-${name}"]`)?.content.trim() ?? ""

/** Settings of an installation, from the head of its page; `core/base/pageSettings.ts` documents them. */
export const installation = {
  banner: meta("banner"),
  oldWebApp: meta("old-web-app"),
  feedback: meta("feedback"),
  scheduling: meta("scheduling"),
  sitelinkHelp: meta("sitelink-help"),
  subdomainsVideo: meta("subdomains-video")
} as const

/** An http(s) URL that may be opened in a tab, or null. */
export const webAddress = (address: string): string | null => (/^https?:\/\/\S+$/i.test(address) ? address : null)
