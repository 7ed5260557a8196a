import { Schema } from "effect"
import { problemFields } from "#core/base/problem.ts"
import { JobId, jobStates } from "./Job.ts"

/** The user has no job of this id before them. */
export class JobNotFound extends Schema.TaggedError<JobNotFound>()("JobNotFound", problemFields, {
  httpApiStatus: 404
}) {}

/** A job of the same rows is half done: it is resumed or cancelled before they are done again. */
export class JobUnfinished extends Schema.TaggedError<JobUnfinished>()(
  "JobUnfinished",
  { ...problemFields, data: Schema.Struct({ jobID: JobId, done: Schema.Int, total: Schema.Int }) },
  { httpApiStatus: 409 }
) {}

/** Where the job is, this is not done with it. */
export class JobStateRefused extends Schema.TaggedError<JobStateRefused>()(
  "JobStateRefused",
  { ...problemFields, data: Schema.Struct({ jobID: JobId, state: Schema.Literals(jobStates) }) },
  { httpApiStatus: 409 }
) {}

/** A job has no more room, or no rows at all. */
export class JobRowsRefused extends Schema.TaggedError<JobRowsRefused>()(
  "JobRowsRefused",
  { ...problemFields, data: Schema.Struct({ reason: Schema.Literals(["TooMany", "None"]), most: Schema.Int }) },
  { httpApiStatus: 422 }
) {}
