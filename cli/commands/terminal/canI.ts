import { Effect, Schema } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import type { Problem } from "#core/api/problem.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { closest } from "#core/base/closest.ts"
import type { InputField } from "#core/commands/Command.ts"
import { availability } from "#core/commands/availability.ts"
import { type AnyCommand, commands } from "#core/commands/registry.ts"
import type { ShownLock } from "#core/locks/Lock.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import { userEditRefusal } from "#core/team/userRules.ts"
import type { Call } from "#cli/Call.ts"
import { type LocalCommand, type Verb } from "#cli/commands/Verb.ts"
import { currentUser, isSignedOut } from "#cli/session.ts"
import { nearestVerb } from "#cli/nearestVerb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { facilityIdsOf } from "#cli/input/facilityInput.ts"
import { lockOf } from "#cli/input/lockInput.ts"
import { userOf } from "#cli/input/userInput.ts"
import { problemFailure } from "#cli/output/failureOf.ts"
import { Failure, usageFailure } from "#cli/output/Failure.ts"
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
      description: "What to check: the lock, facility, user or other thing that the command acts on",
      positional: true,
      optional: true
    }
  },
  risk: "reads",
  terminal: {
    path: ["can-i"],
    examples: [
      "lockdesk can-i locks.reveal",
      "lockdesk can-i locks.show 10482233 --json",
      "lockdesk can-i 'facilities edit' 'Maple St'"
    ]
  }
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
    const target = known === undefined ? undefined : input.target
    const about = target === undefined || user === null ? nothing : yield* aboutOf(call, asked, target)
    const answer = availability(asked, user, about.lock)
    const problem = answer.allowed ? userRefusal(asked, user, about.person) : answer.problem
    const failure = problem === null ? null : problemFailure(problem).facts
    const row = {
      command: asked.id,
      allowed: failure === null,
      code: failure?.code ?? null,
      reason: failure?.message ?? null,
      next: failure?.next ?? null
    }
    yield* show(
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
    return failure?.exit ?? exitCodes.done
  })
}

/** What a command would act on, as far as its rules look at it. */
interface About {
  readonly lock: ShownLock | null
  readonly person: TeamUser | null
}

const nothing: About = { lock: null, person: null }

/** The field that says what a command acts on: its first argument, or else an option that selects something. */
const targetField = ({ input }: AnyCommand): InputField | undefined => {
  const fields: ReadonlyArray<InputField> = Object.values(input).filter(({ picks }) => picks !== "file")
  return fields.find(({ positional }) => positional === true) ?? fields.find(({ picks }) => picks !== undefined)
}

/** Reads a target like the command itself would, and fails like it if there is no such thing. */
const aboutOf = Effect.fnUntraced(function* (
  call: Call,
  asked: AnyCommand,
  target: string
): Effect.fn.Return<About, unknown, ApiClient> {
  if (asked.subject === "lock") return { lock: yield* lockOf(call, target), person: null }
  const field = targetField(asked)
  switch (field?.picks) {
    case "user":
      return { lock: null, person: yield* userOf(target, "everybody") }
    case "facilities":
      yield* facilityIdsOf(target)
      return nothing
    default: {
      if (field === undefined) return yield* Effect.fail(noTarget(asked, target))
      const { optional: _, ...required } = field
      yield* readInput({ ...call, given: { target } }, { target: required })
      return nothing
    }
  }
})

/** Why a user may not change another one, or null; the permission alone doesn't say. */
const userRefusal = (asked: AnyCommand, user: LoggedInUser | null, person: TeamUser | null): Problem | null =>
  user === null || person === null || asked.section !== "Team" || !asked.touches.includes("users")
    ? null
    : userEditRefusal(user, person)

const noTarget = (asked: AnyCommand, target: string): Failure =>
  usageFailure(`'${asked.id}' doesn't act on one thing, so it can't be checked for '${target}'.`, "Leave it out.", {
    field: "target"
  })

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
  const [noun, verb = ""] = normal(typed).split(/[ .]/)
  const among = commands.flatMap(({ risk, terminal }) =>
    terminal === undefined || terminal.path[0] !== noun ? [] : [{ path: terminal.path, risk }]
  )
  const nearVerb = nearestVerb(verb, among)
  const near =
    among.length === 0
      ? closest(
          normal(typed).replace(" ", "."),
          commands.map((each) => each.id)
        )
      : nearVerb && `${noun} ${nearVerb}`
  return new Failure({
    code: "NoSuchCommand",
    message: `There is no command '${typed}'.${near === undefined ? "" : ` Did you mean '${near}'?`}`,
    next: "See lockdesk --help.",
    exit: exitCodes.notFound,
    field: "command"
  })
}
