import { Effect, Schema } from "effect"
import { Malformed } from "#core/api/ApiErrors.ts"
import { withClient } from "#core/api/ApiClient.ts"
import { countOf } from "#core/base/countOf.ts"
import { countText } from "#core/base/countText.ts"
import { JobId } from "#core/base/ids.ts"
import { type Job, mostJobs } from "#core/jobs/Job.ts"
import { command } from "./Command.ts"
import { activeFacilityField, limitField, textField } from "./fields.ts"

const jobField = { schema: JobId, label: "Job", description: "The number of a job", positional: true } as const

interface JobAnswer {
  readonly data: Job
}

const touches = ["jobs", "locks", "facilities", "audit"] as const

export const listJobs = command({
  id: "jobs.list",
  title: "List jobs",
  section: "Jobs",
  keywords: ["bulk", "import", "progress"],
  input: {
    from: { schema: JobId, label: "From", description: "Jobs older than this number", optional: true },
    limit: limitField
  },
  risk: "reads",
  terminal: { path: ["jobs", "ls"], examples: ["lockdesk jobs ls"] },
  does: {
    call: "jobs.list",
    run: ({ from, limit }) =>
      withClient((client) =>
        client.jobs.list({ query: { from, ...(limit === undefined ? {} : { count: Math.min(limit, mostJobs) }) } })
      )
  }
})

export const showJob = command({
  id: "jobs.show",
  title: "Show a job",
  section: "Jobs",
  keywords: ["progress", "failed", "rows"],
  input: { job: jobField },
  risk: "reads",
  terminal: {
    path: ["jobs", "show"],
    examples: ["lockdesk jobs show 12", "lockdesk jobs show 12 --failed > failed.csv"]
  },
  does: {
    call: "jobs.show",
    run: ({ job }) => withClient((client) => client.jobs.show({ params: { id: job }, query: {} }))
  }
})

export const resumeJob = command({
  id: "jobs.resume",
  title: "Resume a job",
  section: "Jobs",
  keywords: ["continue", "go on"],
  input: { job: jobField },
  risk: "changes",
  touches,
  terminal: { path: ["jobs", "resume"], examples: ["lockdesk jobs resume 12"] },
  does: {
    call: "jobs.resume",
    run: ({ job }) => withClient((client) => client.jobs.resume({ params: { id: job }, query: {} }))
  },
  done: ({ data }: JobAnswer) =>
    `Job ${data.jobID} continues: ${countText(data.done)} of ${countOf(data.total, "row")} done`
})

/** Checks every row without changing anything. */
export const planJob = command({
  id: "jobs.plan",
  title: "Plan a job",
  section: "Jobs",
  keywords: ["dry run", "check", "preview"],
  input: { job: jobField },
  risk: "changes",
  touches: ["jobs"],
  does: {
    call: "jobs.plan",
    run: ({ job }) => withClient((client) => client.jobs.plan({ params: { id: job }, query: {} }))
  },
  done: ({ data }: JobAnswer) => `Job ${data.jobID} is planned: nothing has been changed yet`
})

export const applyJob = command({
  id: "jobs.apply",
  title: "Apply a job",
  section: "Jobs",
  keywords: ["start", "commit", "do"],
  input: { job: jobField },
  risk: "dangerous",
  touches,
  does: {
    call: "jobs.apply",
    run: ({ job }) => withClient((client) => client.jobs.apply({ params: { id: job }, query: {} }))
  },
  // It runs on after this answer.
  done: ({ data }: JobAnswer) => `Job ${data.jobID} has started: ${countOf(data.total, "row")}`
})

/** Changes that are already made stay. */
export const cancelJob = command({
  id: "jobs.cancel",
  title: "Cancel a job",
  section: "Jobs",
  keywords: ["stop", "abort"],
  input: { job: jobField },
  risk: "changes",
  unchanged: "Unchanged: already canceled.",
  touches,
  terminal: { path: ["jobs", "cancel"], examples: ["lockdesk jobs cancel 12"] },
  does: {
    call: "jobs.cancel",
    run: ({ job }) => withClient((client) => client.jobs.cancel({ params: { id: job }, query: {} }))
  },
  done: ({ data }: JobAnswer) => `Job ${data.jobID} is canceled`
})

/** Creates a job that undoes another; it is applied like any other job. */
export const undoJob = command({
  id: "jobs.undo",
  title: "Undo a job",
  section: "Jobs",
  keywords: ["back", "revert", "mistake", "batch"],
  input: { job: jobField },
  risk: "changes",
  touches: ["jobs"],
  terminal: { path: ["jobs", "undo"], examples: ["lockdesk jobs undo 12", "lockdesk jobs undo 12 --dry-run"] },
  does: {
    call: "jobs.undo",
    run: ({ job }) => withClient((client) => client.jobs.undo({ params: { id: job }, query: {} }))
  }
})

const facilityOrInventory = new Malformed({
  data: { issues: [{ path: "facilityID", message: "Choose a facility or the inventory" }] }
})

/** Activates all locks of a shipment batch, into a facility or into the inventory (001 §2). */
export const activateBatch = command({
  id: "locks.activateBatch",
  title: "Activate a batch of locks",
  section: "Locks",
  keywords: ["bulk", "box", "shipment", "inventory"],
  input: {
    batchID: textField({ label: "Batch", description: "The batch of the shipment", positional: true }),
    facilityID: { ...activeFacilityField, optional: true, description: "The facility they go to" },
    inventory: {
      schema: Schema.Boolean,
      label: "Inventory",
      description: "Activate them into the inventory instead of a facility",
      optional: true
    }
  },
  risk: "changes",
  touches,
  terminal: {
    path: ["locks", "activate-batch"],
    examples: [
      "lockdesk locks activate-batch BOX-101 --facility 'Maple St'",
      "lockdesk locks activate-batch BOX-102 --inventory"
    ]
  },
  does: {
    call: "jobs.bulkActivate",
    run: ({ batchID, facilityID, inventory = false }) => {
      // With neither, omitting the facility would fill the inventory by mistake; with both, the request contradicts
      // itself.
      if (inventory === (facilityID !== undefined)) return Effect.fail(facilityOrInventory)
      const payload = { batchID, facilityID: facilityID ?? null }
      return withClient((client) => client.jobs.bulkActivate({ query: {}, payload }))
    }
  }
})

export const jobCommands = [activateBatch, listJobs, showJob, planJob, applyJob, resumeJob, cancelJob, undoJob] as const
