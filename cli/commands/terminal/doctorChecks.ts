import { rmSync } from "node:fs"
import { join } from "node:path"
import { Clock, Effect, Option } from "effect"
import { HttpClient } from "effect/http"
import { version, versionHeader } from "#core/base/version.ts"
import type { Call } from "#cli/Call.ts"
import { currentUser } from "#cli/session.ts"
import { type Target, tokenFor } from "#cli/local/connection.ts"
import { replaceFile } from "#cli/local/replaceFile.ts"
import { readSettings, settingsFile, writeInFolder } from "#cli/local/Settings.ts"
import { readTokens, tokensFile } from "#cli/local/Tokens.ts"
import type { FailureFacts } from "#cli/output/Failure.ts"
import { failureOf } from "#cli/output/failureOf.ts"
import { notSignedIn } from "#cli/withSignIn.ts"

/** A check of doctor. `next` is the fix if it failed. */
export interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly detail: string
  readonly next: string | null
}

/**
 * The tolerated difference between this machine's clock and the server's, in seconds. Below it, times in lists and logs
 * still make sense.
 */
const clockTolerance = 60
/** How long doctor waits for the server, in milliseconds: whoever runs it already knows that something is wrong. */
const serverLimit = 5000
/** The Node version that the packages need. */
const nodeMajor = 24

/** More characters than the settings folder's files need. */
const probeSize = 65_536

const well = (check: string, detail: string): Finding => ({ check, ok: true, detail, next: null })
const ill = (check: string, detail: string, next: string): Finding => ({ check, ok: false, detail, next })

/** The finding of a function that throws a Failure or returns its result. */
const finding = (check: string, host: string, look: () => string): Effect.Effect<Finding> =>
  Effect.sync(() => {
    try {
      return well(check, look())
    } catch (cause) {
      const { message, next } = failureOf(cause, host).facts
      return ill(check, message, next)
    }
  })

/** A response of the server, or why there is none. */
interface Asked {
  readonly failure: Pick<FailureFacts, "message" | "next"> | null
  readonly silent: boolean
  readonly status: number | null
  /** Seconds that this machine's clock is ahead of the server's, if it reports its time. */
  readonly skew: number | null
  /** The server's version, if it names it. */
  readonly server: string | null
  /** What /readyz says is unavailable. */
  readonly lacking: string | null
}

/** Why a server isn't ready, by what /readyz says is unavailable. */
const lackingWords: Readonly<Record<string, string>> = {
  database: "Its database isn't responding.",
  audit: "It can't write its audit witness file, so it refuses reveals.",
  disk: "The disk of its data folder is full, so it refuses changes and reveals."
}

/** Checks of this machine. */
export const localFindings = Effect.fnUntraced(function* ({ environment, target }: Call) {
  const { folder } = environment
  const major = Number(process.versions.node.split(".")[0])
  return [
    major >= nodeMajor
      ? well("node", process.version)
      : ill("node", `${process.version} is too old.`, `Use Node ${nodeMajor} or newer; npx lockdesk brings its own.`),
    yield* finding("settings", "", () => {
      readSettings(folder)
      return settingsFile(folder)
    }),
    yield* finding("tokens", "", () => {
      const kept = Object.keys(readTokens(folder)).length
      return kept === 0 ? "no saved sessions" : `${tokensFile(folder)} is private`
    }),
    environment.token === null
      ? yield* finding("folder", "", () => {
          // Only writing shows whether there is permission and room.
          writeInFolder(folder, () => replaceFile(join(folder, "doctor"), " ".repeat(probeSize)))
          rmSync(join(folder, "doctor"))
          return `${folder} can be written`
        })
      : well("folder", "not needed, because LOCKDESK_TOKEN is set"),
    yield* finding("profile", "", () => `${target().profile}: ${target().host}`)
  ]
})

/** Checks of the server. They run at once, so that a silent server costs one limit, not three. */
export const serverFindings = Effect.fnUntraced(function* (call: Call, target: Target) {
  const [reached, ready, session] = yield* Effect.all(
    [ask(target, "/healthz"), ask(target, "/readyz"), sessionFinding(call, target)],
    { concurrency: "unbounded" }
  )
  if (reached.failure !== null) return [ill("reachable", reached.failure.message, reached.failure.next)]
  const health =
    reached.status === 200
      ? well("reachable", `${target.host} ${runs(reached.server)}`)
      : ill("reachable", `/healthz returned ${reached.status}.`, "Check --host. This may not be a Lockdesk server.")
  const { skew } = reached
  return [
    health,
    ready.status === 200
      ? well("ready", "the database responds")
      : ill(
          "ready",
          ready.silent ? silentWords(`${target.host}/readyz`) : `/readyz returned ${ready.status ?? "nothing"}.`,
          `Check the server's log. ${lackingWords[ready.lacking ?? "database"] ?? ""}`.trim()
        ),
    skew === null
      ? ill("clock", "The server didn't report its time.", "Check --host. This may not be a Lockdesk server.")
      : Math.abs(skew) <= clockTolerance
        ? well("clock", `${Math.abs(skew)} s apart`)
        : ill(
            "clock",
            `This clock is ${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"} the server's.`,
            "Turn on network time (NTP)."
          ),
    session
  ]
})

const sessionFinding = (call: Call, target: Target) =>
  Effect.gen(function* () {
    const source = yield* Effect.try({ try: () => tokenFor(target, call.environment), catch: (cause) => cause })
    if (source.from === "nowhere") return ill("session", notSignedIn(target.host), "Sign in with: lockdesk auth login")
    const user = yield* Effect.timeoutOption(currentUser, serverLimit)
    return Option.isNone(user)
      ? ill("session", silentWords(target.host), "Check the server's log.")
      : well("session", `${user.value.name} (${user.value.email})`)
  }).pipe(
    Effect.catch((error) => {
      const { message, next } = failureOf(error, target.host).facts
      return Effect.succeed(ill("session", message, next))
    })
  )

/** What runs on the server, and here if that differs. */
const runs = (server: string | null): string =>
  server === null
    ? "responds"
    : `runs Lockdesk ${server}${server === version ? "" : `, and this is lockdesk ${version}`}`

const ask = (target: Target, path: string) =>
  HttpClient.get(`${target.host}${path}`).pipe(
    Effect.flatMap((response) =>
      Effect.zipWith(response.text, Clock.currentTimeMillis, (text, now): Asked => {
        const date = Date.parse(response.headers["date"] ?? "")
        const skew = Number.isNaN(date) ? null : Math.round((now - date) / 1000)
        const server = response.headers[versionHeader] ?? null
        const lacking = /"what":"(\w+)"/.exec(text)?.[1] ?? null
        return { failure: null, silent: false, status: response.status, skew, server, lacking }
      })
    ),
    Effect.catch((error) => Effect.succeed(notAsked(failureOf(error, target.host).facts))),
    Effect.timeoutOrElse({
      duration: serverLimit,
      orElse: () =>
        Effect.succeed({
          ...notAsked({
            message: silentWords(target.host),
            next: "Check that its process isn't stopped or overloaded, and the network between."
          }),
          silent: true
        })
    })
  )

const notAsked = (failure: Pick<FailureFacts, "message" | "next">): Asked => ({
  failure,
  silent: false,
  status: null,
  skew: null,
  server: null,
  lacking: null
})

const silentWords = (where: string): string => `${where} didn't respond within ${serverLimit / 1000} seconds.`
