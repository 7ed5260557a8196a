import { Effect, Schema } from "effect"
import { isEmail } from "#core/base/fieldWords.ts"
import {
  defaultJobDays,
  defaultReveals,
  defaultSupportAddress,
  defaultTransferDays
} from "#core/base/settingDefaults.ts"
import type { Call } from "#cli/Call.ts"
import { type LocalCommand, type Verb } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { readFmsConfig } from "#cli/local/fmsSettings.ts"
import { readPageSettings } from "#cli/local/pageSettingsFile.ts"
import { readInput } from "#cli/input/readInput.ts"
import { usageFailure } from "#cli/output/Failure.ts"

const text = (label: string, description: string) =>
  ({ schema: Schema.String, label, description, optional: true }) as const
const flag = (label: string, description: string) =>
  ({ schema: Schema.Boolean, label, description, optional: true }) as const

const whole = (minimum: number, maximum: number, label: string, description: string) =>
  ({
    schema: Schema.Int.check(Schema.isBetween({ minimum, maximum })),
    label,
    description,
    optional: true
  }) as const
const dayMillis = 24 * 60 * 60 * 1000

const Email = Schema.String.check(
  Schema.makeFilter((address: string) => isEmail(address) || "Expected an email address.")
)

const Port = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))

/** The default schedule of the server's FMS tests: every six hours, in UTC. */
const defaultSchedule = "0 */6 * * *"

const command = {
  id: "serve",
  title: "Run the server",
  section: "Terminal",
  keywords: ["server", "start", "database"],
  input: {
    data: text("Data folder", "Folder for the database, the master key and the audit witness (default: ./data)"),
    port: {
      schema: Port,
      label: "Port",
      description: "Port to listen on (PORT); 0 for any free port (default: 4400)",
      optional: true
    },
    host: text("Host", "Network address to listen on (default: 127.0.0.1, this machine only)"),
    database: text(
      "Database",
      "PostgreSQL URL to use instead of the embedded database; if it has a password, use DATABASE_URL"
    ),
    fromEmbedded: flag(
      "From embedded",
      "With an empty PostgreSQL database: copy the embedded database in the data folder to it, once"
    ),
    demo: flag("Demo", "Fill an empty database with a demo company and print its sign-ins"),
    empty: flag(
      "Empty",
      "Create the first administrator of an empty database, and print a one-time link until they set a password"
    ),
    email: {
      schema: Email,
      label: "Email",
      description: "With --empty: the email of the first administrator",
      optional: true
    },
    allowOrigin: text("Allowed origins", "Other origins that browsers may call from, separated by commas"),
    trustedProxy: text(
      "Trusted proxy",
      "Addresses or networks of your proxies, separated by commas, such as 10.0.0.0/8 (LOCKDESK_TRUSTED_PROXY); " +
        "rate limits then count clients by X-Forwarded-For"
    ),
    publicAddress: text("Public address", "The URL people use to reach the server, for one-time links"),
    store: text("Store", "URL of the store"),
    pageSettings: text(
      "Page settings",
      "JSON file with the sign-in page's banner, the scanner's links, and the addresses for feedback and help"
    ),
    supportAddress: {
      schema: Email,
      label: "Support address",
      description: `Email address for support tickets (default: ${defaultSupportAddress})`,
      optional: true
    },
    transferDays: whole(
      1,
      365,
      "Transfer days",
      `Days until a facility transfer expires (default: ${defaultTransferDays})`
    ),
    revealsPerHour: whole(
      1,
      1_000_000,
      "Reveals per hour",
      `Combinations a user can reveal per hour (default: ${defaultReveals.perHour})`
    ),
    revealsPerDay: whole(
      1,
      1_000_000,
      "Reveals per day",
      `Combinations a user can reveal per day (default: ${defaultReveals.perDay})`
    ),
    metricsPort: {
      schema: Port,
      label: "Metrics port",
      description: "Serve Prometheus metrics at /metrics on this port, this machine only; 0 for any free port",
      optional: true
    },
    otlp: text("OTLP", "OTLP/HTTP endpoint to send traces to, such as http://127.0.0.1:4318"),
    anchor: text("Anchor", "File to write the audit log heads to every hour, best on another machine"),
    anchorCommand: text("Anchor command", "Command that receives the audit log heads on stdin every hour"),
    newWitness: flag(
      "New witness",
      "Start a new audit witness: for another server on a shared database, or if the old one is lost and you know why"
    ),
    keepJobs: whole(
      0,
      36_500,
      "Keep jobs",
      `Days to keep finished jobs; 0 removes them within the hour (default: ${defaultJobDays.ended})`
    ),
    keepUnbegunJobs: whole(
      1,
      36_500,
      "Keep unbegun jobs",
      `Days to keep jobs that were never started, dry runs included (default: ${defaultJobDays.notBegun})`
    )
  },
  risk: "changes",
  terminal: {
    path: ["serve"],
    examples: [
      "lockdesk serve --demo",
      "lockdesk serve --data /var/lib/lockdesk --port 8080 --public-address https://console.example.com",
      "lockdesk serve --database postgres://lockdesk@db.example.com/lockdesk",
      "lockdesk serve --host 0.0.0.0 --trusted-proxy 10.0.0.0/8 --public-address https://console.example.com",
      "lockdesk serve --support-address help@example.com --transfer-days 14 --keep-jobs 365",
      "lockdesk serve --page-settings page.json",
      "lockdesk serve --metrics-port 9464 --otlp http://127.0.0.1:4318"
    ]
  }
} as const satisfies LocalCommand

const isAddressUrl = (text: string): boolean => {
  const filled = text.replaceAll("{text}", "x").replaceAll("{key}", "x")
  return text.includes("{text}") && URL.canParse(filled) && /^https?:/i.test(filled)
}

/** Whether a text is an http or https URL with a host. */
const isHttpUrl = (text: string): boolean => /^https?:\/\/[^/]/i.test(text) && URL.canParse(text)

/** Whether a URL is only a scheme, a host and a port. */
const isOrigin = (text: string): boolean => {
  const { username, password, pathname, search, hash } = new URL(text)
  return username + password + search + hash === "" && /^\/*$/.test(pathname)
}

/** The options whose URLs people open, each with an example. */
const openedUrls = [
  ["publicAddress", "--public-address", "https://console.example.com"],
  ["store", "--store", "https://store.example.com"]
] as const

/** Whether a database URL contains a password. */
const hasPassword = (address: string): boolean =>
  /^[a-z]+:\/\/[^/@]*:[^/]*@|[?&\s]password=/i.test(` ${address}`.trimStart())

const listOf = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "")

/** Settings in a file; a wrong file is a Failure. */
const fromFile = <A>(read: () => A) => Effect.try({ try: read, catch: (cause) => cause })

/** Runs the server in this process until it is stopped. Only this command loads server code. */
export const verb: Verb = {
  command,
  offline: true,
  untilStopped: true,
  run: Effect.fnUntraced(function* (call: Call) {
    const { environment } = call
    const port = call.given["port"] ?? environment.port ?? undefined
    const input = yield* readInput({ ...call, given: { ...call.given, port } }, command.input)
    if (input.demo === true && input.empty === true) {
      return yield* Effect.fail(usageFailure("Use --demo or --empty, not both.", "Remove one of them."))
    }
    if (input.database !== undefined && hasPassword(input.database)) {
      return yield* Effect.fail(
        usageFailure(
          "The database password can't be given on the command line, because others could read it in ps.",
          "Set DATABASE_URL to that URL instead.",
          { code: "SecretOnCommandLine", field: "database" }
        )
      )
    }
    const database = input.database ?? environment.databaseUrl
    if (input.fromEmbedded === true && database === null) {
      return yield* Effect.fail(
        usageFailure(
          "--from-embedded needs a PostgreSQL database to copy to.",
          "Set DATABASE_URL to its URL, or give it with --database."
        )
      )
    }
    if (environment.smtpUrl !== null && environment.mailFrom === null) {
      return yield* Effect.fail(
        usageFailure(
          "LOCKDESK_MAIL_FROM is missing.",
          "Set LOCKDESK_MAIL_FROM, such as 'Lockdesk <no-reply@example.com>'."
        )
      )
    }
    const { addressUrl } = environment
    if (addressUrl !== null && !isAddressUrl(addressUrl)) {
      return yield* Effect.fail(
        usageFailure(
          "LOCKDESK_ADDRESS_URL is not an http or https URL with {text} in it.",
          "Set it to a URL such as https://photon.example.com/api?q={text}&limit=8."
        )
      )
    }
    if (input.otlp !== undefined && !(URL.canParse(input.otlp) && /^https?:/i.test(input.otlp))) {
      return yield* Effect.fail(
        usageFailure("--otlp is not an http or https URL.", "Give it a URL such as http://127.0.0.1:4318.", {
          field: "otlp"
        })
      )
    }
    for (const [field, option, example] of openedUrls) {
      const url = input[field]
      if (url !== undefined && !isHttpUrl(url)) {
        return yield* Effect.fail(
          usageFailure(`${option} is not an http or https URL.`, `Give it a URL such as ${example}.`, { field })
        )
      }
    }
    if (input.publicAddress !== undefined && !isOrigin(input.publicAddress)) {
      return yield* Effect.fail(
        usageFailure(
          "--public-address must be a host without a path: the console works only at the root of its host.",
          "Give Lockdesk its own host name, such as https://console.example.com.",
          { field: "publicAddress" }
        )
      )
    }
    const trustedProxies = listOf(input.trustedProxy ?? environment.trustedProxy ?? "")
    const { serveUntilStopped } = yield* Effect.promise(() => import("#cli/local/serveUntilStopped.ts"))
    const { fmsConfig } = environment
    const { pageSettings } = input
    const fms = yield* fromFile(() => (fmsConfig === null ? {} : readFmsConfig(fmsConfig)))
    const serving = {
      data: input.data ?? "data",
      first: input.demo === true ? "demo" : input.empty === true ? "admin" : "nothing",
      email: input.email ?? null,
      databaseUrl: database,
      trustedProxies,
      masterKey: environment.masterKey,
      fms: { schedule: defaultSchedule, ...fms, simulators: input.demo === true },
      addresses: addressUrl === null ? null : { url: addressUrl, key: environment.addressKey },
      mail: environment.smtpUrl === null ? null : { url: environment.smtpUrl, from: environment.mailFrom ?? "" },
      ...(input.port === undefined ? {} : { port: input.port }),
      ...(input.host === undefined ? {} : { host: input.host }),
      ...(input.allowOrigin === undefined ? {} : { allowedOrigins: listOf(input.allowOrigin) }),
      ...(input.publicAddress === undefined ? {} : { publicAddress: input.publicAddress.replace(/\/+$/, "") }),
      ...(pageSettings === undefined ? {} : { pageSettings: yield* fromFile(() => readPageSettings(pageSettings)) }),
      ...(input.store === undefined ? {} : { storeAddress: input.store }),
      ...(input.supportAddress === undefined ? {} : { supportAddress: input.supportAddress }),
      ...(input.transferDays === undefined ? {} : { transferDays: input.transferDays }),
      ...(input.metricsPort === undefined ? {} : { metricsPort: input.metricsPort }),
      ...(input.otlp === undefined ? {} : { otlp: input.otlp }),
      anchor: {
        ...(input.anchor === undefined ? {} : { file: input.anchor }),
        ...(input.anchorCommand === undefined ? {} : { command: input.anchorCommand })
      },
      newWitness: input.newWitness === true,
      fromEmbedded: input.fromEmbedded === true,
      limits: {
        ...(input.revealsPerHour === undefined
          ? {}
          : { revealPerUserHour: { times: input.revealsPerHour, seconds: 3600 } }),
        ...(input.revealsPerDay === undefined
          ? {}
          : { revealPerUserDay: { times: input.revealsPerDay, seconds: 86_400 } })
      },
      jobsKept: {
        ...(input.keepJobs === undefined ? {} : { ended: input.keepJobs * dayMillis }),
        ...(input.keepUnbegunJobs === undefined ? {} : { notBegun: input.keepUnbegunJobs * dayMillis })
      }
    } as const
    // After a stop, wait until the database is closed.
    return yield* Effect.uninterruptible(
      Effect.tryPromise({
        try: () => serveUntilStopped(call.terminal, serving, call.signal),
        catch: (cause) => cause
      })
    ).pipe(Effect.as(exitCodes.done))
  })
}
