import { queryOptions } from "@tanstack/react-query"
import { fmsRun, lastFmsResults } from "#core/commands/fmsCommands.ts"
import { call } from "#web/app/calls.ts"
import type { TopicKey } from "#web/app/queries.ts"

/** The last test result of each facility, by its id. */
export const lastFmsQuery = () =>
  queryOptions({
    queryKey: ["fms", "last"] satisfies TopicKey,
    queryFn: ({ signal }) => call(lastFmsResults, { signal })
  })

/** How often a run is asked for where the hub does not tell of it, in milliseconds. */
const askAgain = 2000

/** How far a run of tests is. */
export const fmsRunQuery = (runID: number | null) =>
  queryOptions({
    queryKey: ["fms", "run", runID] satisfies TopicKey,
    queryFn: ({ signal }) => call(fmsRun(runID ?? 0), { signal }),
    enabled: runID !== null,
    refetchInterval: ({ state }) => (state.data?.state === "done" ? false : askAgain)
  })
