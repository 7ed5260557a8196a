import { Effect } from "effect"
import type { HttpClient } from "effect/http"
import type { ApiClient } from "#core/api/ApiClient.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { Command, InputFields, InputOf } from "#core/commands/Command.ts"
import type { AnyCommand } from "#core/commands/registry.ts"
import type { Call } from "#cli/Call.ts"
import type { ExitCode } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import type { Unseen } from "#cli/output/ConnectionLost.ts"
import { type LaterShown, show, shownAtLast } from "#cli/output/shown.ts"
import { made } from "./dryRun.ts"
import { runOf } from "#core/commands/runOf.ts"

/**
 * A command that exists only in the terminal: profiles, completion, the server's process. Defined like all others, so that
 * parsing, help and completion are derived the same way.
 */
export type LocalCommand = Pick<Command, "id" | "title" | "keywords" | "input" | "risk"> & {
  readonly section: "Session" | "Terminal"
  readonly terminal: NonNullable<Command["terminal"]>
}

/** How a command runs in the terminal. */
export interface Verb {
  readonly command: AnyCommand | LocalCommand
  /** Inputs that only the terminal has. */
  readonly options?: InputFields
  /** Names for `--json a,b`, if they differ from the response's fields. */
  readonly fields?: ReadonlyArray<string>
  /** Not on the command line: other commands run it. */
  readonly hidden?: true
  /** Only concerns this machine: runs with any profile, host and token. */
  readonly offline?: true
  /** Runs until it is stopped, so that Ctrl+C is its normal end. */
  readonly untilStopped?: true
  /** Acts for the chosen company though it is not a call. */
  readonly ofCompany?: true
  /** Its calls don't use the stored session. */
  readonly anonymous?: true
  /** For a response that can't be requested again, such as one with a secret. */
  readonly unseen?: Unseen
  readonly run: (call: Call) => Effect.Effect<ExitCode, unknown, ApiClient | HttpClient.HttpClient>
}

/** A verb for a definition. The input types are only for `run`; everything else is plain data. */
export const verbOf = <F extends InputFields, A>(command: Command<F, A>, more: Omit<Verb, "command">): Verb => ({
  command: command as unknown as AnyCommand,
  ...more
})

/** A verb that reads the inputs, makes the call and shows the response. `before` may warn of what a change will do. */
export const callVerb = <F extends InputFields, A>(
  command: Command<F, A>,
  shownOf: (answer: A, input: InputOf<F>, call: Call) => LaterShown,
  before?: (input: InputOf<F>, call: Call, user: LoggedInUser) => Effect.Effect<void, unknown, ApiClient>
): Verb =>
  verbOf(command, {
    run: Effect.fnUntraced(function* (call: Call) {
      const input = yield* readInput(call, command.input)
      if (command.risk !== "reads") {
        // Loaded on demand: reads start faster without it.
        const { mustBeAllowed } = yield* Effect.promise(() => import("#cli/session.ts"))
        const user = yield* mustBeAllowed(command)
        if (before !== undefined) yield* before(input, call, user)
      }
      const answer = yield* command.risk === "reads" ? runOf(command)(input) : made(call, command, input)
      const shown = yield* shownAtLast(shownOf(answer, input, call))
      return yield* show(call.terminal, shown)
    })
  })
