import { homedir, userInfo } from "node:os"
import { join } from "node:path"

/** The only code in the terminal that reads the process's environment. */
export interface Environment {
  readonly token: string | null
  readonly host: string | null
  readonly profile: string | null
  /** The company to act for, by name or id. */
  readonly company: string | null
  /** NO_COLOR is set, or the terminal reports no colors (no-color.org). */
  readonly noColor: boolean
  /** TERM=dumb: the terminal can't replace what it shows, such as that of an editor. */
  readonly dumb: boolean
  /** COLUMNS: the maximum width of a table at a terminal. */
  readonly columns: number | null
  /** How many seconds completion waits for names from the server. */
  readonly completionTimeout: number | null
  /** The folder of settings and tokens. */
  readonly folder: string
  /** The secret of a facility's FMS: password, key or token. */
  readonly fmsPassword: string | null
  /** For `lockdesk account`: the current and the new password. */
  readonly password: string | null
  readonly newPassword: string | null
  /** For `lockdesk serve`: a PostgreSQL server, the port, and the master key for combinations. */
  readonly databaseUrl: string | null
  readonly port: string | null
  readonly masterKey: string | null
  /** For `lockdesk serve`: the proxies in front of it, separated by commas. */
  readonly trustedProxy: string | null
  /** For `lockdesk serve`: a file with the settings of facility management software and its tests. */
  readonly fmsConfig: string | null
  /** For `lockdesk serve`: the mail provider, and the sender of messages. */
  readonly smtpUrl: string | null
  readonly addressUrl: string | null
  readonly addressKey: string | null
  readonly mailFrom: string | null
}

const set = (value: string | undefined): string | null => (value === undefined || value === "" ? null : value)

/** A positive whole number of at most this many digits. */
const numberIn = (value: string | undefined, digits: number): number | null =>
  value !== undefined && /^[1-9]\d*$/.test(value) && value.length <= digits ? Number(value) : null

const isDumb = (env: NodeJS.ProcessEnv): boolean => env["TERM"] === "dumb"

/** Reads the environment variables. */
export const readEnvironment = (env: NodeJS.ProcessEnv = process.env): Environment => ({
  // A secret that comes from a file ends with a line break.
  token: set(env["LOCKDESK_TOKEN"]?.trim()),
  host: set(env["LOCKDESK_HOST"]),
  profile: set(env["LOCKDESK_PROFILE"]),
  company: set(env["LOCKDESK_COMPANY"]),
  noColor: set(env["NO_COLOR"]) !== null || isDumb(env),
  dumb: isDumb(env),
  columns: numberIn(env["COLUMNS"], 4),
  completionTimeout: numberIn(env["LOCKDESK_COMPLETION_TIMEOUT"], 2),
  folder: set(env["LOCKDESK_CONFIG_DIR"]) ?? configFolder(env),
  fmsPassword: set(env["LOCKDESK_FMS_PASSWORD"]),
  password: set(env["LOCKDESK_PASSWORD"]),
  newPassword: set(env["LOCKDESK_NEW_PASSWORD"]),
  databaseUrl: set(env["DATABASE_URL"]),
  port: set(env["PORT"]),
  masterKey: set(env["LOCKDESK_MASTER_KEY"]),
  trustedProxy: set(env["LOCKDESK_TRUSTED_PROXY"]),
  fmsConfig: set(env["LOCKDESK_FMS_CONFIG"]),
  smtpUrl: set(env["LOCKDESK_SMTP_URL"]),
  addressUrl: set(env["LOCKDESK_ADDRESS_URL"]),
  addressKey: set(env["LOCKDESK_ADDRESS_KEY"]),
  mailFrom: set(env["LOCKDESK_MAIL_FROM"])
})

/** The user's home folder. With an empty HOME, the current folder would get the tokens. */
const home = (): string => (homedir() === "" ? userInfo().homedir : homedir())

/** The platform's folder for settings (XDG Base Directory; macOS and Windows have their own). */
const configFolder = (env: NodeJS.ProcessEnv): string => {
  if (process.platform === "darwin") return join(home(), "Library", "Preferences", "lockdesk")
  if (process.platform === "win32") return join(set(env["APPDATA"]) ?? join(home(), "AppData", "Roaming"), "lockdesk")
  return join(set(env["XDG_CONFIG_HOME"]) ?? join(home(), ".config"), "lockdesk")
}
