import { loadRun } from "#cli/loadRun.ts"
import type { Environment } from "#cli/local/environment.ts"
import { capturedStreams } from "#cli/output/capturedStreams.ts"
import type { Candidate, CompletionValue } from "./completionTree.ts"
import type { Continuation } from "./continuationOf.ts"
import { namesSpec } from "./namesSpec.ts"

/** A value whose names the server has, what is typed of one, and the options of the line. */
interface WantedNames {
  readonly picks: NonNullable<CompletionValue["picks"]>
  readonly activeOnly: boolean
  readonly typed: string
  readonly flags: Continuation["flags"]
}

/** How many seconds to wait for the server by default. The shell takes no keys meanwhile. */
const patience = 1.5

/**
 * The names of a kind of thing, for the profile and company of the line. None if they can't be had in time, for whatever reason:
 * a message would end up inside the line that is being typed, and the command itself reports what is wrong.
 */
export const namesFromServer = async (
  { picks, activeOnly, typed, flags }: WantedNames,
  environment: Environment,
  signal: AbortSignal
): Promise<ReadonlyArray<Candidate>> => {
  const { runCommand } = await loadRun(namesSpec.noun)
  const { streams, take } = capturedStreams(0)
  const given = { picks, typed, ...(activeOnly ? { activeOnly: true as const } : {}) }
  const quietly = { ...flags, quiet: true, noInput: true } as const
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(1000 * (environment.completionTimeout ?? patience))])
  const { failure } = await runCommand(
    { kind: "run", spec: namesSpec, given, flags: quietly },
    streams,
    inTime,
    environment
  )
  return failure === null ? (JSON.parse(take()) as ReadonlyArray<Candidate>) : []
}
