import type { Job } from "#core/jobs/Job.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { jobKindNames, jobStateText } from "#core/jobs/jobWords.ts"
import { logTime } from "#web/app/times.ts"
import { Facts } from "#web/ui/Facts.tsx"

const placeOf = ({ kind, facilityID, facilityName }: Job): string | null =>
  kind === "activate" && facilityID === null ? "Inventory" : facilityName

/** Facts about a job. */
export const JobFacts = ({ job }: { readonly job: Job }) => (
  <Facts
    facts={{
      Kind: jobKindNames[job.kind],
      State: jobStateText(job),
      ...(job.kind === "setStatus"
        ? {
            Status: job.secondaryLockStatus === null ? "set by each row" : LockStatus.label(job.secondaryLockStatus)
          }
        : { Facility: placeOf(job) }),
      Source: job.source,
      By: job.createdBy,
      Made: `${logTime(job.createdOn)} UTC`,
      Updated: `${logTime(job.updatedOn)} UTC`
    }}
  />
)
