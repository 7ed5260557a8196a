import { Effect, Schema } from "effect"
import { bashCompletion } from "#cli/completion/bash.ts"
import { fishCompletion } from "#cli/completion/fish.ts"
import { zshCompletion } from "#cli/completion/zsh.ts"
import type { Call } from "#cli/Call.ts"
import { type LocalCommand, type Verb } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import type { CommandSpec } from "#cli/specs/CommandSpec.ts"
import { loadSpecs } from "#cli/commands/loadSpecs.ts"

const shells = ["bash", "zsh", "fish"] as const

const scripts: Readonly<Record<(typeof shells)[number], (specs: ReadonlyArray<CommandSpec>) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion
}

const command = {
  id: "completion",
  title: "Print a completion script",
  section: "Terminal",
  keywords: ["shell", "tab"],
  input: {
    shell: { schema: Schema.Literals(shells), label: "Shell", description: "bash, zsh or fish", positional: true }
  },
  risk: "reads",
  terminal: {
    path: ["completion"],
    examples: [
      "source <(lockdesk completion bash)",
      "lockdesk completion zsh > ~/.zfunc/_lockdesk",
      "lockdesk completion fish > ~/.config/fish/completions/lockdesk.fish"
    ]
  }
} as const satisfies LocalCommand

/** Completes commands, options and enumeration values, derived from the specs used by parser and help. */
export const verb: Verb = {
  command,
  offline: true,
  run: Effect.fnUntraced(function* (call: Call) {
    const { shell } = yield* readInput(call, command.input)
    const specs = yield* Effect.promise(loadSpecs)
    yield* Effect.promise(() => call.terminal.data(scripts[shell](specs)))
    return exitCodes.done
  })
}
