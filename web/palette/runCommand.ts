import type { Command } from "#core/commands/Command.ts"
import type { AnyCommand, CommandHead } from "#core/commands/registry.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { definitionOf } from "#web/app/definitions.ts"
import { tellFailure } from "#web/app/failures.ts"
import { run } from "#web/app/run.ts"
import { tellDone } from "#web/app/tellDone.ts"
import { mayLoseTyped } from "#web/app/unsaved.ts"
import { handsOutSecret } from "./destinations.ts"
import type { Input } from "./PaletteRow.ts"
import type { Page } from "./pages.ts"

/** The answer's data, which every envelope of the contract carries under this name. */
const dataOf = (answer: unknown): unknown =>
  typeof answer === "object" && answer !== null && "data" in answer ? answer.data : answer

/**
 * Runs a command that nothing on the screen carries out, and says how it went: of a change by a notice, of a question as a page.
 */
export const runCommand = async (
  command: CommandHead,
  input: Input,
  signal?: AbortSignal
): Promise<Extract<Page, { kind: "result" | "failed" }>> => {
  try {
    // The registry lists commands of all inputs as one type; which this one takes was checked field by field.
    const runnable = (await definitionOf(command)) as AnyCommand & Command
    const work = () => run(runnable, input, signal === undefined ? {} : { signal })
    const answer = handsOutSecret(command)
      ? // Loaded first: a secret that was made and is not shown would be lost.
        await (
          await import("#web/features/integrations/secretByPalette.ts")
        ).secretByPalette(command.id, Number(input["id"]), work)
      : await work()
    if (answer === null) return { kind: "result", command, value: null }
    if (command.risk !== "reads") tellDone(runnable, input, answer)
    return { kind: "result", command, value: dataOf(answer) }
  } catch (error) {
    if (command.risk !== "reads" || !(error instanceof CallFailure)) tellFailure(error)
    const words =
      error instanceof CallFailure
        ? error.words
        : { error: "Something went wrong.", next: "Reload the page and try again." }
    return { kind: "failed", command, words }
  }
}

/** Runs a change that nothing on the screen carries out. One after which the page begins anew asks before what is typed is lost. */
export const runChange = async (command: CommandHead, input: Input): Promise<void> => {
  if (command.touches.includes("session") && !(await mayLoseTyped())) return
  await runCommand(command, input)
}
