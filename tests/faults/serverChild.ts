/**
 * The real server in a process of its own, so that a test can kill it, limit it or stop it:
 * `node serverChild.ts '{"data": FOLDER, "databaseUrl": ADDRESS?, "companyID": ID?}'`. Says one line of JSON on stdout, its
 * address and the company's records as it found them, or why it did not start; its log goes to stderr. A number on its stdin moves
 * its clock ahead by so many milliseconds. SIGTERM stops it as `lockdesk serve` is stopped. It ends with its stdin, so that it
 * never outlives the test.
 */
import { Cause, Clock, Effect, Exit, Fiber, Logger, Option, Redacted } from "effect"
import { writeSync } from "node:fs"
import type { MailTimes } from "#server/mail/smtpSettings.ts"
import { startServer } from "#server/main.ts"
import { movableClock, wide } from "../support/testServer.ts"
import { type CompanyRecords, readRecords } from "./records.ts"

/** What the test hands over. */
export interface ChildOptions {
  readonly data: string
  readonly databaseUrl?: string
  /** Another folder of the built console than dist/web. */
  readonly consoleFolder?: string
  /** Reads this company's records before anybody can connect. */
  readonly companyID?: number
  /** Milliseconds by which its clock is ahead: it is started when so much time has passed. */
  readonly ahead?: number
  /** A mail provider, and the times of its queue. */
  readonly smtp?: { readonly url: string; readonly from: string; readonly times: Partial<MailTimes> }
}

/** The line the process says: where it listens, or the tag and message of what stopped its start. */
export type ChildOutput =
  | { readonly address: string; readonly metrics: string | null; readonly records: CompanyRecords | null }
  | { readonly failed: string; readonly message: string }

const {
  ahead = 0,
  companyID,
  consoleFolder,
  data,
  databaseUrl,
  smtp
} = JSON.parse(process.argv[2] ?? "") as ChildOptions

const say = (said: ChildOutput): void => void process.stdout.write(`${JSON.stringify(said)}\n`)

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
        ...(smtp === undefined ? {} : { smtp: { ...smtp, url: Redacted.make(smtp.url) } })
      },
      companyID === undefined
        ? Effect.void
        : Effect.map(readRecords(companyID), (read) => {
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
