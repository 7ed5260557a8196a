import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query"
import { withClient } from "#core/api/ApiClient.ts"
import type { JobId } from "#core/base/ids.ts"
import { type RowOutcome, rowOutcomes } from "#core/imports/FacilityImport.ts"
import type { AnyImport, AnyImportRow } from "#core/imports/UserImport.ts"
import type { ImportKind, Job } from "#core/jobs/Job.ts"
import { call } from "#web/app/calls.ts"
import { followsAnother } from "#web/app/followsAnother.ts"
import type { TopicKey } from "#web/app/queries.ts"
import type { ImportSubject } from "./importSubject.ts"
import { mergeRows, type RowsPage } from "./mergeRows.ts"

/** How often to poll a running import in case the hub sends no event, in milliseconds. */
const askEvery = 1500

/**
 * Query for one import, polled while it runs. It invalidates the rows, which may be thousands, only if the import
 * changed elsewhere, and not after a change made here.
 */
export const importQuery = (subject: ImportSubject, importID: JobId) =>
  queryOptions({
    queryKey: ["imports", "show", importID] satisfies TopicKey,
    queryFn: async ({ client, queryKey, signal }): Promise<AnyImport> => {
      const { data: loaded } = await subject.show(importID, { signal })
      const known = client.getQueryData<AnyImport>(queryKey)
      // A fix made here in the meantime is newer than this response.
      if (known !== undefined && known.updatedOn > loaded.updatedOn) return known
      if (known?.updatedOn !== loaded.updatedOn) void client.invalidateQueries({ queryKey: rowsKey(importID) })
      return loaded
    },
    refetchInterval: ({ state: { data } }) => (data?.running === true ? askEvery : false)
  })

const rowsKey = (importID: JobId) => ["imports", "rows", importID] satisfies TopicKey

const rowsAtOnce = 500

/** Query for the rows of an import, page by page: all, or those with one outcome. Without secrets. */
export const importRowsQuery = (subject: ImportSubject, importID: JobId, outcome: RowOutcome | null) =>
  infiniteQueryOptions({
    queryKey: [...rowsKey(importID), outcome] satisfies TopicKey,
    meta: followsAnother,
    queryFn: async ({ pageParam, signal }): Promise<RowsPage> => {
      const query = { from: pageParam, count: rowsAtOnce, ...(outcome === null ? {} : { outcome }) }
      const { data } = await subject.rows(importID, query, { signal })
      return { data, next: data.length < rowsAtOnce ? null : (data.at(-1)?.row ?? null) }
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next
  })

/** Query for unfinished imports of a kind, among the newest jobs. */
export const unfinishedImportsQuery = (kind: ImportKind) =>
  queryOptions({
    queryKey: ["imports", "unfinished", kind] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<ReadonlyArray<Job>> => {
      const { data } = await call(
        withClient((client) => client.jobs.list({ query: { count: 50 } })),
        { signal }
      )
      return data.filter(({ kind: its, state }) => its === kind && (state === "receiving" || state === "applying"))
    }
  })

/** Updates the cache after a fix without reloading all rows. */
export const showFixed = (
  client: QueryClient,
  subject: ImportSubject,
  { rows, import: latest }: { readonly rows: ReadonlyArray<AnyImportRow>; readonly import: AnyImport }
): void => {
  const { importID } = latest
  client.setQueryData(importQuery(subject, importID).queryKey, latest)
  for (const outcome of [null, ...rowOutcomes]) {
    client.setQueryData(importRowsQuery(subject, importID, outcome).queryKey, (before) =>
      before === undefined ? undefined : { ...before, pages: mergeRows(before.pages, rows, outcome) }
    )
  }
}
