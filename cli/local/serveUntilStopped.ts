import { Clock, Effect, Exit, Logger, Redacted } from "effect"
import { isSqlError } from "effect/sql/SqlError"
import { messageOf } from "#core/base/messageOf.ts"
import { simulatorPassword } from "#core/fms/fmsSimulators.ts"
import { DataFolderInUse } from "#server/db/databaseErrors.ts"
import { isEmptyDatabase } from "#server/demo/emptyDatabase.ts"
import { seedDemo } from "#server/demo/seedDemo.ts"
import { type FirstAdmin, seedFirstAdmin } from "#server/demo/seedFirstAdmin.ts"
import { FmsSchedule } from "#server/fms/FmsSchedule.ts"
import { readTrustedProxies } from "#server/http/trustedProxies.ts"
import { type ServeOptions, startServer } from "#server/main.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { failureOfCause } from "#cli/output/failureOf.ts"
import { Failure, usageFailure } from "#cli/output/Failure.ts"
import type { Terminal } from "#cli/output/Terminal.ts"

/** The options of `lockdesk serve` as plain values: this file is loaded on demand, with its own copy of Effect. */
export interface Serving extends Omit<ServeOptions, "databaseUrl" | "masterKey" | "smtp" | "addresses"> {
  readonly databaseUrl: string | null
  readonly masterKey: string | null
  /** The mail provider; null keeps messages in the outbox. */
  readonly mail: { readonly url: string; readonly from: string } | null
  /** The provider of postal addresses; null uses the built-in table. */
  readonly addresses: { readonly url: string; readonly key: string | null } | null
  /** The initial data of an empty database, written before the first client can connect. */
  readonly first: "demo" | "admin" | "nothing"
  /** The email of the first administrator, or null for the default. */
  readonly email: string | null
}

/** The number of demo locks, and the seed: fixed, so that every demo has the same data. */
const demo = { size: 2000, seed: 1 } as const

/**
 * Starts the server, prints its URL on stdout, and runs until `signal` is aborted; then resolves after the shutdown. Logs go to
 * stderr. Rejects with a Failure if it can't start.
 */
export const serveUntilStopped = async (terminal: Terminal, serving: Serving, signal: AbortSignal): Promise<void> => {
  const read = readTrustedProxies(serving.trustedProxies ?? [])
  if ("wrong" in read) {
    throw usageFailure(
      `'${read.wrong}' is not the address or network of a proxy.`,
      "Give --trusted-proxy addresses or networks such as 10.1.2.3 or 10.0.0.0/8, separated by commas."
    )
  }
  const exit = await Effect.runPromiseExit(serve(terminal, serving), { signal })
  if (Exit.isFailure(exit) && !signal.aborted) throw failureOfCause(exit.cause, "")
}

const serve = (terminal: Terminal, { first, email, databaseUrl, masterKey, mail, addresses, ...options }: Serving) =>
  Effect.scoped(
    Effect.gen(function* () {
      let admin = null as FirstAdmin | null
      const { address, publicAddress } = yield* startServer(
        {
          ...options,
          ...(databaseUrl === null ? {} : { databaseUrl: Redacted.make(databaseUrl) }),
          ...(masterKey === null ? {} : { masterKey: Redacted.make(masterKey) }),
          ...(addresses === null
            ? {}
            : { addresses: { url: addresses.url, key: addresses.key === null ? null : Redacted.make(addresses.key) } }),
          ...(mail === null ? {} : { smtp: { url: Redacted.make(mail.url), from: mail.from } })
        },
        first === "admin" ? Effect.map(seedFirstAdmin(email), (made) => (admin = made)) : fill(terminal, first)
      )
      // Started again before the password is set, it prints a new link: the old one may be lost or expired.
      if (admin !== null) terminal.error(firstAdminText(admin, publicAddress))
      const json = terminal.outputOptions.format.kind !== "table"
      yield* Effect.promise(() => terminal.data(json ? `${JSON.stringify({ address })}\n` : `${address}\n`))
      return yield* Effect.never
    })
  ).pipe(Effect.mapError(failureOfStart), Effect.provide(logger(terminal)))

const firstAdminText = ({ email, path }: FirstAdmin, publicAddress: string): string =>
  `To set the password of ${email}, the first administrator, open this link within a day: ${publicAddress}${path}`

const fill = (terminal: Terminal, first: "demo" | "nothing") =>
  Effect.gen(function* () {
    if (!(yield* isEmptyDatabase)) return
    if (first === "nothing") {
      return terminal.talk(
        "The database is empty. To create the first administrator, start the server with --empty and --email ADDRESS."
      )
    }
    terminal.talk("Filling the empty database with a demo company…")
    const now = new Date(yield* Clock.currentTimeMillis)
    const { signIns } = yield* seedDemo({ ...demo, now })
    yield* (yield* FmsSchedule).testNow
    terminal.talk(`Its facility management software is simulated. The password is '${simulatorPassword}'.`)
    terminal.talk("Sign in as:")
    for (const { role, email: address, password, company } of signIns) {
      terminal.talk(`  ${role.padEnd(22)}  ${address.padEnd(38)}  ${password}  (${company})`)
    }
  })

const failureOfStart = (error: Error): Failure =>
  new Failure({
    code: "_tag" in error ? String(error._tag) : "Defect",
    message: isSqlError(error) ? `Can't use the database: ${databaseReason(error.reason.cause)}` : error.message,
    next:
      error instanceof DataFolderInUse
        ? "Stop the other server, or choose another folder with --data."
        : isSqlError(error)
          ? "Check that PostgreSQL is running, and that DATABASE_URL or --database names its host, port, user, password and " +
            "database. The user needs to own the database. Then start the server again."
          : "The server didn't start. Fix the problem and start it again.",
    exit: error instanceof DataFolderInUse ? exitCodes.conflict : exitCodes.failed
  })

/** What PostgreSQL or the network says. A name with several addresses has an error for each, and none of its own. */
const databaseReason = (cause: unknown): string => {
  const [first = cause] = cause instanceof AggregateError ? cause.errors : []
  return messageOf(first)
}

const logger = (terminal: Terminal) => {
  const format = terminal.streams.stderr.isTTY ? Logger.formatLogFmt : Logger.formatJson
  return Logger.layer([Logger.map(format, (line) => void terminal.streams.stderr.write(`${line}\n`))])
}
