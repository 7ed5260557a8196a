import { type Problem, words } from "#core/api/problem.ts"
import { countOf } from "#core/base/countOf.ts"
import { countText } from "#core/base/countText.ts"
import type { CompanyId, JobId } from "#core/base/ids.ts"
import { isImportKind, type JobKind } from "#core/jobs/Job.ts"
import { jobName } from "#core/jobs/jobWords.ts"
import type { NewNotice } from "../notices/Notices.ts"

/** Users stay on the page for jobs smaller than this, and need no notice. */
const fewRows = 25

/** A job that has ended. */
interface EndedJob {
  readonly jobID: JobId
  readonly companyID: CompanyId
  readonly kind: JobKind
  readonly source: string
  readonly total: number
  readonly done: number
  readonly failed: number
}

const isNoticed = ({ kind, total }: EndedJob): boolean => isImportKind(kind) || total >= fewRows

/** The notice to a job's creator when it is done; null for a small one. */
export const jobNotice = (job: EndedJob): NewNotice | null => {
  if (!isNoticed(job)) return null
  const { jobID, companyID, total, done, failed } = job
  const path = `/jobs/${jobID}`
  return failed === 0
    ? {
        companyID,
        kind: "success",
        message: `${jobName(job)}: ${countText(done)} of ${countOf(total, "row")} ${total === 1 ? "is" : "are"} done.`,
        path
      }
    : {
        companyID,
        kind: "warning",
        message: `${jobName(job)}: ${countText(failed)} of ${countOf(total, "row")} failed.`,
        next: "Open the job to see why and to download the failed rows.",
        path
      }
}

/** The notice to a job's creator when it stopped because they signed out or lost access (`refusal`); null for a small one. */
export const stoppedNotice = (job: EndedJob, refusal: Problem | null): NewNotice | null => {
  if (!isNoticed(job)) return null
  const why = refusal === null ? null : words(refusal)
  const open = why === null ? "Open" : `${why.error} ${why.next} Then open`
  return {
    companyID: job.companyID,
    kind: "warning",
    message: `${jobName(job)} stopped at ${countText(job.done)} of ${countOf(job.total, "row")}.`,
    next: `${open} the job to resume it. Resuming won't repeat any rows.`,
    path: `/jobs/${job.jobID}`
  }
}
