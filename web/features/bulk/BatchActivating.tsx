import { countOf } from "#core/base/countOf.ts"
import { batchSource } from "#core/jobs/jobWords.ts"
import { countText } from "#core/base/countText.ts"
import { useQuery } from "@tanstack/react-query"
import { newestJobsQuery } from "#web/app/jobQueries.ts"

/** Shows that the batch is being activated, with its progress as soon as it is known. */
export const BatchActivating = ({ batchID }: { readonly batchID: string }) => {
  const { data } = useQuery(newestJobsQuery())
  const job = data?.find(({ running, source }) => running && source === batchSource(batchID))
  return (
    <section className="card bulk-spinner" aria-labelledby="activating">
      <div className="bulk-wheel" aria-hidden="true" />
      <h2 id="activating">Activating...</h2>
      <p className="hidden" role="status">
        Activating the locks of batch {batchID}.
      </p>
      {job === undefined ? null : (
        <>
          <progress max={Math.max(1, job.total)} value={job.done} aria-label="Locks checked" />
          <p className="muted">
            {countText(job.done)} of {countOf(job.total, "lock")}
          </p>
        </>
      )}
    </section>
  )
}
