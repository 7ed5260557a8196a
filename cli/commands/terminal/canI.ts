import { Effect, Schema } from "effect"
import { closest } from "#core/base/closest.ts"
import { availability } from "#core/commands/availability.ts"
import { type AnyCommand, commands } from "#core/commands/registry.ts"
import type { Call } from "#cli/Call.ts"
import { type LocalCommand, type Verb } from "#cli/commands/Verb.ts"
import { currentUser, isSignedOut } from "#cli/session.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { lockOf } from "#cli/input/lockInput.ts"
import { problemFailure } from "#cli/output/failureOf.ts"
import { Failure } from "#cli/output/Failure.ts"
import { readInput } from "#cli/input/readInput.ts"
import { show, shownRecord } from "#cli/output/shown.ts"

const command = {
  id: "can-i",
  title: "Check whether you can do something, and why not",
  section: "Session",
  keywords: ["may", "permission", "why"],
  input: {
    command: {
      schema: Schema.String,
      label: "Command",
      description: "A command by its id, or its words in quotes: locks.reveal, 'locks reveal'",
      positional: true,
      choices: commands.map((each) => each.id)
    },
    target: {
      schema: Schema.String,
      label: "Target",
      description: "The lock to check",
      positional: true,
      optional: true
    }
  },
  risk: "reads",
  terminal: { path: ["can-i"], examples: ["lockdesk can-i locks.reveal", "lockdesk can-i locks.show 10482233 --json"] }
} as const satisfies LocalCommand

/** Prints the answer; exit 5 (or 4, signed out) for no. Either answer is data. */
export const verb: Verb = {
  command,
  ofCompany: true,
  fields: ["command", "allowed", "code", "reason", "next"],
  run: Effect.fnUntraced(function* (call: Call) {
    const input = yield* readInput(call, command.input)
    const known = commandOf(input.command)
    // A target without a digit is the second word of a command without quotes.
    const words = /^\D+$/.test(input.target ?? "") ? `${input.command} ${input.target}` : input.command
    const asked = known ?? commandOf(words)
    if (asked === undefined) return yield* Effect.fail(unknownCommand(words))
    const user = yield* currentUser.pipe(Effect.catchIf(isSignedOut, () => Effect.succeed(null)))
    const lock =
      known === undefined || input.target === undefined || user === null ? null : yield* lockOf(call, input.target)
    const answer = availability(asked, user, lock)
    const failure = answer.allowed ? null : problemFailure(answer.problem).facts
    const row = {
      command: asked.id,
      allowed: answer.allowed,
      code: failure?.code ?? null,
      reason: failure?.message ?? null,
      next: failure?.next ?? null
    }
    yield* Effect.promise(() =>
      show(
        call.terminal,
        shownRecord(row, [
          { heading: asked.title, text: () => (row.allowed ? "yes" : "no") },
          ...(failure === null
            ? []
            : [
                { heading: "Why", text: () => failure.message },
                { heading: "Next", text: () => failure.next }
              ])
        ])
      )
    )
    return failure?.exit ?? exitCodes.done
  })
}

const normal = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^lockdesk\s+/, "")
    .replace(/\s+/g, " ")

const commandOf = (typed: string): AnyCommand | undefined => {
  const wanted = normal(typed)
  return commands.find(
    (each) => each.id.toLowerCase() === wanted || each.terminal?.path.filter(Boolean).join(" ") === wanted
  )
}

const unknownCommand = (typed: string): Failure => {
  const near = closest(
    normal(typed).replace(" ", "."),
    commands.map((each) => each.id)
  )
  return new Failure({
    code: "NoSuchCommand",
    message: `There is no command '${typed}'.${near === undefined ? "" : ` Did you mean '${near}'?`}`,
    next: "See lockdesk --help.",
    exit: exitCodes.notFound,
    field: "command"
  })
}
