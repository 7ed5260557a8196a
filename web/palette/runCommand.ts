import type { Command } from "#core/commands/Command.ts"
import type { AnyCommand, CommandHead, CommandId } from "#core/commands/registry.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { definitionOf } from "#web/app/definitions.ts"
import { tellFailure } from "#web/app/failures.ts"
import { run } from "#web/app/run.ts"
import { tellDone } from "#web/app/tellDone.ts"
import { forgetTyped, mayLoseTyped } from "#web/app/unsaved.ts"
import { handsOutSecret } from "./destinations.ts"
import type { Input } from "./PaletteRow.ts"
import type { Page } from "./pages.ts"
import { loadForCall } from "#web/app/loadForCall.ts"

/** The `data` of a response. Every response envelope in the API has it. */
const dataOf = (answer: unknown): unknown =>
  typeof answer === "object" && answer !== null && "data" in answer ? answer.data : answer

/** Runs a command that no layer handles, and shows the result: of a change as a toast, of a query as a page. */
export const runCommand = async (
  command: CommandHead,
  input: Input,
  signal?: AbortSignal
): Promise<Extract<Page, { kind: "result" | "failed" }>> => {
  try {
    // The registry types all commands' inputs as one union; each field of this one was validated.
    const runnable = (await definitionOf(command)) as AnyCommand & Command
    const work = () => run(runnable, input, signal === undefined ? {} : { signal })
    const answer = handsOutSecret(command)
      ? // Load this first: a new secret that is never shown would be lost.
        await (
          await loadForCall(() => import("#web/features/integrations/secretByPalette.ts"))
        ).secretByPalette(command.id, input["id"], work)
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

/** Commands after which the console starts over as someone else. */
const restarting: ReadonlySet<string> = new Set<CommandId>(["viewing.role", "viewing.person", "viewing.end"])

/**
 * Runs a change that no layer handles. If it restarts the session, asks first whether unsaved input may be discarded. The result
 * of a step of a job links to the job.
 */
export const runChange = async (command: CommandHead, input: Input): Promise<void> => {
  if (restarting.has(command.id)) {
    if ((await mayLoseTyped()) && (await runCommand(command, input)).kind === "result") forgetTyped()
    return
  }
  if (command.input["job"] === undefined) return void (await runCommand(command, input))
  try {
    const { jobByPalette } = await loadForCall(() => import("#web/features/jobs/jobByPalette.ts"))
    await jobByPalette(command, input)
  } catch (error) {
    tellFailure(error)
  }
}
