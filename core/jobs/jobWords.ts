import { countOf } from "#core/base/countOf.ts"
import { countText } from "#core/base/countText.ts"
import { lockColorName } from "#core/locks/lockColors.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { type ImportKind, isImportKind, type Job, type JobKind, type JobState, type JobRowOutcome } from "./Job.ts"

/** The name of each kind of job. */
export const jobKindNames: Readonly<Record<JobKind, string>> = {
  activate: "Activate",
  assign: "Assign from the inventory",
  setStatus: "Set the status",
  transfer: "Transfer",
  setUnit: "Set the unit",
  setColor: "Set the color",
  undo: "Undo",
  importFacilities: "Import facilities",
  importUsers: "Import users"
}

/** A job as notices name it: its kind, and what its rows come from. */
export const jobName = ({ kind, source }: Pick<Job, "kind" | "source">): string =>
  source === "" ? jobKindNames[kind] : `${jobKindNames[kind]} (${source})`

/** The source of the job that activates a batch. */
export const batchSource = (batchID: string): string => `batch ${batchID}`

/** The names of states for jobs that are not running; `applying` then means it was interrupted. */
const jobStateNames: Readonly<Record<JobState, string>> = {
  receiving: "Not started",
  applying: "Stopped",
  done: "Done",
  cancelled: "Canceled"
}

/** The state of a job in a word or two. */
export const jobStateText = ({ state, running }: Pick<Job, "state" | "running">): string =>
  state === "applying" && running ? "Running" : jobStateNames[state]

/** The planned or actual outcome of a row. */
export const outcomeText = (outcome: JobRowOutcome, done: boolean): string => {
  switch (outcome) {
    case "apply":
      return done ? "Done" : "Will be done"
    case "nothing":
      return "Nothing to change"
    case "refuse":
      return done ? "Failed" : "Would fail"
    case null:
      return ""
  }
}

/** The things an import's rows describe, singular and plural. */
export const importNouns: Readonly<Record<ImportKind, readonly [one: string, several: string]>> = {
  importFacilities: ["facility", "facilities"],
  importUsers: ["user", "users"]
}
const lockNouns = ["lock", "locks"] as const

/** The things a job's rows describe, for `count` of them. */
const thingsOf = ({ kind }: Job, count: number): string => {
  const [one, several] = isImportKind(kind) ? importNouns[kind] : lockNouns
  return count === 1 ? one : several
}

/** What a job will do, in words that follow the number: `12 locks` ... */
export const jobWill = ({ kind, facilityName, secondaryLockStatus, color, undoes }: Job): string => {
  switch (kind) {
    case "activate":
      return facilityName === null ? "will be activated into the inventory" : `will be activated at ${facilityName}`
    case "assign":
      return `will be assigned to ${facilityName ?? "the facility"}`
    case "transfer":
      return `will be transferred to ${facilityName ?? "the facility"}`
    case "setUnit":
      return "will get a new unit"
    case "setColor":
      return color === null ? "will get a new color" : `will become ${lockColorName(color)}`
    case "undo":
      return undoes === null ? "will go back" : `will go back to how they were before job ${undoes}`
    case "importFacilities":
    case "importUsers":
      return "will be added or updated"
    case "setStatus":
      return secondaryLockStatus === null
        ? "will get a new status"
        : `will become ${LockStatus.label(secondaryLockStatus)}`
  }
}

/** What a job did, in words that follow the number: `3 of 3 locks` ... */
const jobDid = ({ kind, facilityName, secondaryLockStatus, color }: Job): string => {
  switch (kind) {
    case "activate":
      return facilityName === null ? "are now active in the inventory" : `are now active at ${facilityName}`
    case "assign":
    case "transfer":
      return `are now at ${facilityName ?? "the facility"}`
    case "setStatus":
      return secondaryLockStatus === null ? "have their new status" : `are now ${LockStatus.label(secondaryLockStatus)}`
    case "setUnit":
      return "have their new unit"
    case "setColor":
      return color === null ? "have their new color" : `are now ${lockColorName(color)}`
    case "undo":
      return "are as they were before"
    case "importFacilities":
    case "importUsers":
      return "were added or updated"
  }
}

/** The result of a finished job in one line; rows with nothing to change count as successful. */
export const doneText = (job: Job): string =>
  `${countText(job.done - job.failed)} of ${countText(job.total)} ${thingsOf(job, job.total)} ${jobDid(job)}.`

/** How far a job got that was canceled or stopped. */
export const endedEarlyText = ({ jobID, state, done, total }: Job): string =>
  `Job ${jobID} ${state === "cancelled" ? "was canceled" : "stopped"} at ${countText(done)} of ${countOf(total, "row")}.`

/** The result of a plan in one line. */
export const planText = (job: Job): string => {
  const { planned, wouldApply, wouldFail, total } = job
  const unchanged = planned - wouldApply - wouldFail
  const parts = [
    `${countText(wouldApply)} of ${countText(total)} ${thingsOf(job, total)} ${jobWill(job)}`,
    ...(unchanged === 0 ? [] : [`${countText(unchanged)} ${unchanged === 1 ? "has" : "have"} nothing to change`]),
    ...(wouldFail === 0 ? [] : [`${countText(wouldFail)} would fail`])
  ]
  return `${parts.join("; ")}.`
}
