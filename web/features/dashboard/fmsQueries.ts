import type { FmsRunId } from "#core/base/ids.ts"
import { queryOptions, skipToken } from "@tanstack/react-query"
import { fmsRun, lastFmsResults } from "#core/commands/fmsCommands.ts"
import { call } from "#web/app/calls.ts"
import type { TopicKey } from "#web/app/queries.ts"

/** Query for the last test result of each facility, by facility ID. */
export const lastFmsQuery = () =>
  queryOptions({
    queryKey: ["fms", "last"] satisfies TopicKey,
    queryFn: ({ signal }) => call(lastFmsResults, { signal })
  })

/** How often to poll a run in case the hub sends no event, in milliseconds. */
const askAgain = 2000

/** Query for the progress of a test run. */
export const fmsRunQuery = (runID: FmsRunId | null) =>
  queryOptions({
    queryKey: ["fms", "run", runID] satisfies TopicKey,
    queryFn: runID === null ? skipToken : ({ signal }) => call(fmsRun(runID), { signal }),
    refetchInterval: ({ state }) => (state.data?.state === "done" ? false : askAgain)
  })
