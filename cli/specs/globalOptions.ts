import type { Picks } from "#core/commands/Command.ts"

/** A flag that every command has. */
export interface GlobalOption {
  /** The name of its value among the parsed options. */
  readonly key: keyof GlobalValues
  readonly flag: string
  /** The name of its value in help, in brackets if it is optional; missing for a switch. */
  readonly value?: string
  /** The kind of thing its value names. */
  readonly picks?: Picks
  readonly description: string
}

/** The values of the global flags, as typed. */
export interface GlobalValues {
  readonly json?: string | true
  readonly ndjson?: true
  readonly quiet?: true
  readonly noInput?: true
  readonly yes?: true
  readonly dryRun?: true
  readonly profile?: string
  readonly host?: string
  readonly company?: string
  readonly facility?: string
  readonly noColor?: true
}

/** The global flags, in the order of the help. */
export const globalOptions: ReadonlyArray<GlobalOption> = [
  { key: "json", flag: "--json", value: "[fields]", description: "Print JSON, with these fields (a,b) or all" },
  { key: "ndjson", flag: "--ndjson", description: "Print JSON, one row per line" },
  { key: "quiet", flag: "--quiet", description: "Print only errors to stderr" },
  { key: "noInput", flag: "--no-input", description: "Never prompt; fail and say what is missing" },
  { key: "yes", flag: "--yes", description: "Skip confirmation prompts" },
  { key: "dryRun", flag: "--dry-run", description: "Check everything but change nothing" },
  {
    key: "profile",
    flag: "--profile",
    value: "<name>",
    picks: "profile",
    description: "Use this profile (LOCKDESK_PROFILE)"
  },
  { key: "host", flag: "--host", value: "<url>", description: "Use this server (LOCKDESK_HOST)" },
  {
    key: "company",
    flag: "--company",
    value: "<company>",
    picks: "company",
    description: "Act for this company, by name or id (LOCKDESK_COMPANY)"
  },
  {
    key: "facility",
    flag: "--facility",
    value: "<facility>",
    picks: "facility",
    description: "A facility by name or id"
  },
  { key: "noColor", flag: "--no-color", description: "Disable color (NO_COLOR)" }
]
