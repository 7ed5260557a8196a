import { Schema } from "effect"
import { countOf } from "#core/base/countOf.ts"
import { JobId } from "#core/base/ids.ts"
import { defineProblem } from "#core/base/problem.ts"
import { type Job, jobStates } from "./Job.ts"
import { lacksRows, missingNext, sentText } from "./jobSent.ts"

const jobWords = {
  receiving: "not started",
  applying: "in progress",
  done: "done",
  cancelled: "canceled"
} as const

const nextSteps = {
  receiving: "Start it first.",
  applying: "Wait until it is done, or cancel it.",
  done: "It has made its changes already.",
  cancelled: "Start a new job."
} as const

/** No job that the user can see has this id. */
export class JobNotFound extends defineProblem<JobNotFound>()({
  tag: "JobNotFound",
  status: 404,
  exit: "notFound",
  words: { error: "Job not found.", next: "See the list of jobs." }
}) {}

/** A job with the same rows is unfinished: it has to be resumed or canceled before they are applied again. */
export class JobUnfinished extends defineProblem<JobUnfinished>()({
  tag: "JobUnfinished",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ jobID: JobId, done: Schema.Int, total: Schema.Int }),
  words: (data) => ({
    error: `Job ${data.jobID} with the same rows isn't finished: ${data.done} of ${data.total} are done.`,
    next: "Resume it or cancel it."
  })
}) {}

/** The job's state does not allow this. */
export class JobStateRefused extends defineProblem<JobStateRefused>()({
  tag: "JobStateRefused",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ jobID: JobId, state: Schema.Literals(jobStates) }),
  words: (data) => ({
    error: `Job ${data.jobID} is ${jobWords[data.state]}, so you can't do this.`,
    next: nextSteps[data.state]
  })
}) {}

/** The plan said that this row would change nothing or be refused, and a job never changes more than was confirmed. */
export class RowNotPlanned extends defineProblem<RowNotPlanned>()({
  tag: "RowNotPlanned",
  status: 409,
  exit: "conflict",
  words: {
    error: "This changed after the job was planned, so it was left alone.",
    next: "Include this row in a new job."
  }
}) {}

/** Sending the rows ended early, such as when its tab was closed. The job never takes a part of them for all. */
export class JobRowsMissing extends defineProblem<JobRowsMissing>()({
  tag: "JobRowsMissing",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ jobID: JobId, total: Schema.Int, expected: Schema.Int }),
  words: (data) => ({ error: `Job ${data.jobID} can't start: ${sentText(data)}`, next: missingNext })
}) {}

/** Why a job with missing rows can't start; null if it has all. */
export const rowsMissing = (job: Pick<Job, "jobID" | "state" | "total" | "expected">): JobRowsMissing | null => {
  const { jobID, total, expected } = job
  return lacksRows(job) ? new JobRowsMissing({ data: { jobID, total, expected: expected ?? total } }) : null
}

/** A job is full, or has no rows at all. */
export class JobRowsRefused extends defineProblem<JobRowsRefused>()({
  tag: "JobRowsRefused",
  status: 422,
  exit: "usage",
  data: Schema.Struct({ reason: Schema.Literals(["TooMany", "None"]), most: Schema.Int }),
  words: (data) =>
    data.reason === "None"
      ? { error: "The job has no rows.", next: "Send its rows first." }
      : { error: `A job has at most ${countOf(data.most, "row")}.`, next: "Split it into smaller jobs." }
}) {}
