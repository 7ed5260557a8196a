import { Effect } from "effect"
import type { HttpClient } from "effect/http"
import type { ApiClient } from "#core/api/ApiClient.ts"
import type { Command, InputFields, InputOf } from "#core/commands/Command.ts"
import type { AnyCommand } from "#core/commands/registry.ts"
import type { ExitCode } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import type { Target } from "#cli/local/connection.ts"
import type { Environment } from "#cli/local/environment.ts"
import type { Settings } from "#cli/local/Settings.ts"
import { type Shown, show } from "#cli/output/shown.ts"
import type { Terminal } from "#cli/output/Terminal.ts"
import type { CommandSpec } from "#cli/specs/CommandSpec.ts"
import type { GlobalValues } from "#cli/specs/globalOptions.ts"
import { made } from "./dryRun.ts"
import { runOf } from "./runOf.ts"
import { mustBeAllowed } from "./session.ts"

/** One run of a command: what was typed and where it runs. */
export interface Call {
  readonly spec: CommandSpec
  /** What was typed for each input, by its name in the definition. */
  readonly given: Readonly<Record<string, string | true | undefined>>
  readonly flags: GlobalValues
  readonly terminal: Terminal
  readonly environment: Environment
  readonly settings: Settings
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal
  /** The server it talks to. Throws when the profile named does not exist. */
  readonly target: () => Target
}

/**
 * A command that exists in the terminal only, because it is about the terminal: profiles, completion, the server's
 * process. Defined like every other, so that parsing, help and completion are read off it in the same way.
 */
export type LocalCommand = Pick<Command, "id" | "title" | "keywords" | "input" | "risk"> & {
  readonly section: "Session" | "Terminal"
  readonly terminal: NonNullable<Command["terminal"]>
}

/** How a command runs in the terminal. */
export interface Verb {
  readonly command: AnyCommand | LocalCommand
  /** Inputs that only the terminal takes. */
  readonly options?: InputFields
  /** Names for `--json a,b` where they are not those of the call's answer. */
  readonly fields?: ReadonlyArray<string>
  /** It is about this machine, and runs whatever profile, host and tokens are like. */
  readonly offline?: true
  /** It runs until it is told to stop, so that Ctrl+C is its ordinary end. */
  readonly untilStopped?: true
  /** Its calls are made without the kept session. */
  readonly anonymous?: true
  readonly run: (call: Call) => Effect.Effect<ExitCode, unknown, ApiClient | HttpClient.HttpClient>
}

/** A verb of a definition: the types of its inputs are for `run`, everything else is data. */
export const verbOf = <F extends InputFields, A>(command: Command<F, A>, more: Omit<Verb, "command">): Verb => ({
  command: command as unknown as AnyCommand,
  ...more
})

/** A verb that asks for the inputs, makes the call and shows the answer. */
export const callVerb = <F extends InputFields, A>(
  command: Command<F, A>,
  shownOf: (answer: A, input: InputOf<F>) => Shown
): Verb =>
  verbOf(command, {
    run: Effect.fnUntraced(function* (call: Call) {
      const input = yield* readInput(call, command.input)
      if (command.risk !== "reads") yield* mustBeAllowed(command)
      const answer = yield* command.risk === "reads" ? runOf(command)(input) : made(call, command, input)
      return yield* Effect.promise(() => show(call.terminal, shownOf(answer, input)))
    })
  })
