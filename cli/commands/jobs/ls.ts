import { listJobs } from "#core/commands/jobCommands.ts"
import { type Job, mostJobs } from "#core/jobs/Job.ts"
import { lacksRows, missingNext, sentText } from "#core/jobs/jobSent.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { jobColumns } from "./jobColumns.ts"

/** How to go on with a job that was left before it started, such as in a closed tab. */
const unstartedWords = (jobs: ReadonlyArray<Job>): string | null => {
  const [newest, ...others] = jobs.filter(({ state }) => state === "receiving")
  if (newest === undefined) return null
  if (lacksRows(newest)) {
    return `Job ${newest.jobID} isn't started: ${sentText(newest)} ${missingNext.replace(/\.$/, "")}: lockdesk jobs cancel ${newest.jobID}`
  }
  const subject = others.length === 0 ? `Job ${newest.jobID} isn't` : `${others.length + 1} jobs aren't`
  const about = `lockdesk jobs resume ${newest.jobID}, or cancel it: lockdesk jobs cancel ${newest.jobID}`
  return `${subject} started and changed nothing. Continue ${others.length === 0 ? "it" : "one"}: ${about}`
}

export const verb = listVerb(listJobs, {
  noun: "jobs",
  columns: jobColumns,
  advice: unstartedWords,
  pieces: { most: mostJobs, after: ({ jobID }) => ({ from: jobID }) }
})
