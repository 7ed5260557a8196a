/**
 * The real server in a separate process, so that a test can kill, limit or stop it: `node serverChild.ts '{"data": FOLDER,
 * "databaseUrl": ADDRESS?, "companyID": ID?}'`. Prints one line of JSON to stdout: its address and the company's records as it
 * found them, or why it did not start. Its log goes to stderr. A number on its stdin advances its clock by that many
 * milliseconds. SIGTERM stops it as it stops `lockdesk serve`. It ends when its stdin closes, so that it never outlives the
 * test.
 */
import { Cause, Clock, Effect, Exit, Fiber, Logger, Option, Redacted } from "effect"
import { writeSync } from "node:fs"
import { CompanyId } from "#core/base/ids.ts"
import type { MailTimes } from "#server/mail/smtpSettings.ts"
import { startServer } from "#server/main.ts"
import type { WebhookTimes } from "#server/webhooks/WebhookTimes.ts"
import { movableClock, wide } from "../support/testServer.ts"
import { type CompanyRecords, readRecords } from "./records.ts"

/** Options from the test. */
export interface ChildOptions {
  readonly data: string
  readonly databaseUrl?: string
  /** A folder with the built console, other than dist/web. */
  readonly consoleFolder?: string
  /** Reads this company's records before anyone can connect. */
  readonly companyID?: number
  /** How far ahead its clock is in milliseconds, as if it were started that much later. */
  readonly ahead?: number
  /** A mail provider, and the timing of its queue. */
  readonly smtp?: { readonly url: string; readonly from: string; readonly times: Partial<MailTimes> }
  /** A private host that webhooks may use, and the timing of their messages. */
  readonly webhooks?: { readonly host: string; readonly times: Partial<WebhookTimes> }
}

/** The line the process prints: its address, or the tag and message of the error that stopped its start. */
export type ChildOutput =
  | { readonly address: string; readonly metrics: string | null; readonly records: CompanyRecords | null }
  | { readonly failed: string; readonly message: string }

const {
  ahead = 0,
  companyID,
  consoleFolder,
  data,
  databaseUrl,
  smtp,
  webhooks
} = JSON.parse(process.argv[2] ?? "") as ChildOptions

const say = (output: ChildOutput): void => void process.stdout.write(`${JSON.stringify(output)}\n`)

const clock = movableClock()
clock.advance(ahead)

const program = Effect.scoped(
  Effect.gen(function* () {
    let records: CompanyRecords | null = null
    const { address, metrics } = yield* startServer(
      {
        data,
        port: 0,
        metricsPort: 0,
        limits: wide,
        ...(consoleFolder === undefined ? {} : { consoleFolder }),
        ...(databaseUrl === undefined ? {} : { databaseUrl: Redacted.make(databaseUrl) }),
        ...(smtp === undefined ? {} : { smtp: { ...smtp, url: Redacted.make(smtp.url) } }),
        ...(webhooks === undefined ? {} : { webhooks: webhooks.times, fms: { privateHosts: [webhooks.host] } })
      },
      companyID === undefined
        ? Effect.void
        : Effect.map(readRecords(CompanyId.make(companyID)), (read) => {
            records = read
          })
    )
    say({ address, metrics, records })
    return yield* Effect.never
  })
).pipe(
  Effect.provideService(Clock.Clock, clock),
  Effect.tapError((error) => Effect.sync(() => say({ failed: error._tag, message: error.message }))),
  Effect.provide(Logger.layer([Logger.map(Logger.formatJson, (line) => void process.stderr.write(`${line}\n`))]))
)

const fiber = Effect.runFork(program)
process.once("SIGTERM", () => fiber.interruptUnsafe())
process.stdin.on("data", (millis) => clock.advance(Number(millis))).once("end", () => process.exit(3))

const exit = await Effect.runPromise(Fiber.await(fiber))
if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause) && Option.isNone(Cause.findErrorOption(exit.cause))) {
  writeSync(2, `${Cause.pretty(exit.cause)}\n`)
}
process.exit(Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause) ? 1 : 0)
