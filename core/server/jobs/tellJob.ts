import { Effect } from "effect"
import type { CompanyId } from "#core/base/ids.ts"
import { type ImportKind, isImportKind, type JobKind } from "#core/jobs/Job.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import type { Progress } from "./jobPieces.ts"

const progressEvents = { importFacilities: "importFacilityProgress", importUsers: "importUserProgress" } as const

const importProgress = (kind: ImportKind, { jobID, done, total }: Progress) => ({
  event: progressEvents[kind],
  importID: jobID,
  percent: total === 0 ? 100 : Math.floor((100 * done) / total),
  done,
  total
})

/** Notifies the company that a job changed; for an import also that the import changed. */
export const tellJob = Effect.fnUntraced(function* (
  companyID: CompanyId,
  { kind, jobID, state, total, done, failed }: Progress & { readonly kind: JobKind }
) {
  const live = yield* LiveEvents
  const progress = { jobID, state, total, done, failed }
  yield* live.tell(companyID, { event: "updateJob", ...progress })
  if (isImportKind(kind)) yield* live.tell(companyID, importProgress(kind, progress))
})
