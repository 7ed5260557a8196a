import { countOf } from "#core/base/countOf.ts"
import { countText } from "#core/base/countText.ts"
import type { CompanyId, JobId } from "#core/base/ids.ts"
import { isImportKind, type JobKind } from "#core/jobs/Job.ts"
import { jobKindNames } from "#core/jobs/jobWords.ts"
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

/** The notice to a job's creator when it is done; null for a small one. */
export const jobNotice = ({ jobID, companyID, kind, source, total, done, failed }: EndedJob): NewNotice | null => {
  if (!isImportKind(kind) && total < fewRows) return null
  const name = source === "" ? jobKindNames[kind] : `${jobKindNames[kind]} (${source})`
  const path = `/jobs/${jobID}`
  return failed === 0
    ? {
        companyID,
        kind: "success",
        message: `${name}: ${countText(done)} of ${countOf(total, "row")} ${total === 1 ? "is" : "are"} done.`,
        path
      }
    : {
        companyID,
        kind: "warning",
        message: `${name}: ${countText(failed)} of ${countOf(total, "row")} failed.`,
        next: "Open the job to see why and to download the failed rows.",
        path
      }
}
