import { Effect, Schema } from "effect"
import { bashCompletion } from "#cli/completion/bash.ts"
import { type Shell, shells } from "#cli/completion/completeWord.ts"
import { fishCompletion } from "#cli/completion/fish.ts"
import { zshCompletion } from "#cli/completion/zsh.ts"
import type { Call } from "#cli/Call.ts"
import { type LocalCommand, type Verb } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"

const scripts: Readonly<Record<Shell, string>> = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

const command = {
  id: "completion",
  title: "Print a completion script",
  section: "Terminal",
  keywords: ["shell", "tab"],
  input: {
    shell: {
      schema: Schema.Literals(shells),
      label: "Shell",
      description: "bash, zsh or fish. Names of facilities, people and others come from the server",
      positional: true
    }
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

/** The scripts ask the hidden command of `completeWord.ts`, so they fit every version. */
export const verb: Verb = {
  command,
  offline: true,
  run: Effect.fnUntraced(function* (call: Call) {
    const { shell } = yield* readInput(call, command.input)
    yield* Effect.promise(() => call.terminal.data(scripts[shell]))
    return exitCodes.done
  })
}
