import { Effect } from "effect"
import type { JobKind } from "#core/jobs/Job.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import type { Progress } from "./jobPieces.ts"

const importProgress = ({ jobID, done, total }: Progress) => ({
  event: "importFacilityProgress" as const,
  importID: jobID,
  percent: total === 0 ? 100 : Math.floor((100 * done) / total),
  done,
  total
})

/** Tells everybody of the company that a job is another than it was; an import is told of as such besides. */
export const tellJob = Effect.fnUntraced(function* (
  companyID: number,
  { kind, jobID, state, total, done, failed }: Progress & { readonly kind: JobKind }
) {
  const live = yield* LiveEvents
  const progress = { jobID, state, total, done, failed }
  yield* live.tell(companyID, { event: "updateJob", ...progress })
  if (kind === "importFacilities") yield* live.tell(companyID, importProgress(progress))
})
