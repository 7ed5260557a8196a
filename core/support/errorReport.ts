import { Schema } from "effect"

const short = (most: number) => Schema.String.check(Schema.isMaxLength(most))

/** A console's report of a failed screen: the error and its location, without anything shown on the screen. */
export const ErrorReport = Schema.Struct({
  /** The kind of error: `TypeError`, or the tag of a failure. */
  name: short(100),
  message: short(300),
  /** The path of the screen, without its query. */
  path: short(200),
  /** Positions in the console's own scripts, innermost first: `assets/main-4f2a.js:12:345`. */
  stack: Schema.Array(short(200)).check(Schema.isMaxLength(20)),
  /** The request that failed, if there was one. */
  requestId: Schema.NullOr(short(100))
})
export type ErrorReport = typeof ErrorReport.Type

/** Removes possible secrets: digits of serial codes and combinations, tokens, email addresses, quoted values. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(/[^\s@"'<>]+@[^\s@"'<>]+/g, "#")
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "#")
    .replace(/[\w-]{20,}/g, "#")
    .replace(/\d(?:[\s-]?\d)*/g, "#")
    .replace(/[\p{Cc}\p{Cf}]/gu, " ")
    .trim()

const place = /assets\/[\w.-]{1,80}\.js:\d{1,9}:\d{1,9}/

/** An error report without possible secrets. Applied before sending and again before logging. */
export const cleanReport = ({ name, message, path, stack, requestId }: ErrorReport): ErrorReport => ({
  name: name.replace(/\W/g, "").slice(0, 100),
  message: withoutSecrets(message).slice(0, 300),
  path: withoutSecrets((path.split(/[?#]/)[0] ?? "").slice(0, 200)),
  stack: stack.flatMap((line) => place.exec(line)?.[0] ?? []).slice(0, 20),
  requestId: requestId === null || !/^[\w-]{1,100}$/.test(requestId) ? null : requestId
})
