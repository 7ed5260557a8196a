import type { JobId } from "#core/base/ids.ts"
import type { Command } from "#core/commands/Command.ts"
import type { AnyCommand, CommandHead } from "#core/commands/registry.ts"
import { definitionOf } from "#web/app/definitions.ts"
import { jobPath } from "#web/app/jobPath.ts"
import { run } from "#web/app/run.ts"
import { tellDone } from "#web/app/tellDone.ts"
import { tellUnchangedJob } from "#web/app/tellUnchangedJob.ts"
import { openUndo } from "./openUndo.ts"

/**
 * Runs a step of a job that was chosen in the palette, and says what happened with a link to the job. Rejects with a `CallFailure`.
 */
export const jobByPalette = async (command: CommandHead, input: Readonly<Record<string, unknown>>): Promise<void> => {
  // The registry types all commands' inputs as one union; each field of this one was validated.
  const job = input["job"] as JobId
  if (command.id === "jobs.undo") return openUndo(job)
  try {
    const step = (await definitionOf(command)) as AnyCommand & Command
    tellDone(step, input, await run(step, input), jobPath(job))
  } catch (error) {
    if (!tellUnchangedJob(error)) throw error
  }
}
