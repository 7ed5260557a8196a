import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { withClient } from "#core/api/ApiClient.ts"
import type { JobId } from "#core/base/ids.ts"
import { showJob } from "#core/commands/jobCommands.ts"
import type { Job } from "#core/jobs/Job.ts"
import { call } from "./calls.ts"
import type { TopicKey } from "./queries.ts"
import { run } from "./run.ts"

/** How often to poll a running job in case the hub sends no event, in milliseconds. */
const askEvery = 1500

/** Query for one job, polled while it runs. */
export const jobQuery = (jobID: JobId) =>
  queryOptions({
    queryKey: ["jobs", "show", jobID] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<Job> => (await run(showJob, { job: jobID }, { signal })).data,
    refetchInterval: ({ state: { data } }) => (data?.running === true ? askEvery : false)
  })

const jobsAtOnce = 50

/** Query for jobs, newest first, page by page. */
export const jobsQuery = () =>
  infiniteQueryOptions({
    queryKey: ["jobs", "list"] satisfies TopicKey,
    queryFn: ({ pageParam, signal }) => {
      const query = { count: jobsAtOnce, ...(pageParam === null ? {} : { from: pageParam }) }
      return call(
        withClient((client) => client.jobs.list({ query })),
        { signal }
      )
    },
    // Nothing reports a server that died; its lease expires, which only polling shows.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some(({ running }) => running)) === true ? askEvery : false,
    initialPageParam: null as JobId | null,
    getNextPageParam: ({ data }) => (data.length < jobsAtOnce ? null : (data.at(-1)?.jobID ?? null))
  })

/** Query for the newest jobs, polled, for code that waits for a job to be created. */
export const newestJobsQuery = () =>
  queryOptions({
    queryKey: ["jobs", "newest"] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<ReadonlyArray<Job>> =>
      (
        await call(
          withClient((client) => client.jobs.list({ query: { count: 5 } })),
          { signal }
        )
      ).data,
    refetchInterval: askEvery
  })

/** Which rows of a job to load. */
export type RowsWanted = "all" | "failed" | "wouldFail"

const rowsAtOnce = 200

/** Query for the rows of a job, page by page. */
export const jobRowsQuery = (jobID: JobId, only: RowsWanted) =>
  infiniteQueryOptions({
    queryKey: ["jobs", "rows", jobID, only] satisfies TopicKey,
    queryFn: ({ pageParam, signal }) => {
      const query = { from: pageParam, count: rowsAtOnce, ...(only === "all" ? {} : { only }) }
      return call(
        withClient((client) => client.jobs.rows({ params: { id: jobID }, query })),
        { signal }
      )
    },
    initialPageParam: 0,
    getNextPageParam: ({ data }) => (data.length < rowsAtOnce ? null : (data.at(-1)?.row ?? null))
  })
