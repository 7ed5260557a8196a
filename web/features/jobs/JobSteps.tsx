import { countText } from "#core/base/countText.ts"
import { countOf } from "#core/base/countOf.ts"
import { useState } from "react"
import { applyJob, cancelJob, planJob, resumeJob } from "#core/commands/jobCommands.ts"
import { type Job, manyChanges } from "#core/jobs/Job.ts"
import { lacksRows, missingNext, sentText } from "#core/jobs/jobSent.ts"
import { jobStateText, planText } from "#core/jobs/jobWords.ts"
import type { Given } from "#web/app/CommandCenter.ts"
import { center } from "#web/app/CommandCenter.ts"
import { rememberBatch } from "#web/app/changesMade.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { tellUnchangedJob } from "#web/app/tellUnchangedJob.ts"
import { useAttempt } from "#web/app/useAttempt.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useStepFocus } from "#web/app/useStepFocus.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"
import { goToTypedCount, isTyped, TypedCount } from "#web/ui/TypedCount.tsx"
import { downloadFailed } from "./downloadFailed.ts"
import { JobProgress } from "./JobProgress.tsx"
import { openUndo } from "./openUndo.ts"
import { Sentence } from "#web/ui/Sentence.tsx"

type Step = typeof planJob | typeof applyJob | typeof resumeJob | typeof cancelJob

/** The next step of a job and its buttons. */
export const JobSteps = ({ job }: { readonly job: Job }) => {
  const { jobID, state, running, total, planned, wouldApply } = job
  const [busy, attempt] = useAttempt()
  useStepFocus("#job-now")
  const [typed, setTyped] = useState("")
  const [asking, setAsking] = useState(false)
  const isMissing = lacksRows(job)
  const isPlanned = total > 0 && planned === total && !isMissing
  const large = wouldApply >= manyChanges
  const notTyped = large && !isTyped(typed, wouldApply) ? `Type ${countText(wouldApply)} first.` : null
  const waits = busy ? "Sending…" : null

  const take = (step: Step): Promise<void> => attempt(() => run(step, { job: jobID }), tellUnchangedJob)
  const download = async (): Promise<void> => {
    try {
      const rows = await downloadFailed(jobID)
      toast(
        "success",
        `${countOf(rows, "failed row")} in job-${jobID}.errors.csv.`,
        "Fix them in that file, then open it in Bulk changes."
      )
    } catch (error) {
      tellFailure(error)
    }
  }
  /** Applies to this job unless the command names another. */
  const onThis =
    <Id extends "jobs.plan" | "jobs.apply" | "jobs.resume" | "jobs.cancel">(id: Id, act: () => void) =>
    (given: Given<Id>): void => {
      const other = given.input?.job
      if (other === undefined || other === jobID) act()
      else center.passOn(id, given)
    }
  const apply = (): void => {
    if (!isPlanned || state !== "receiving") return
    if (notTyped !== null) return goToTypedCount()
    // Before applying, so that it can be undone even if the response is lost.
    if (!busy) rememberBatch(`Apply job ${jobID}`, () => openUndo(jobID))
    void take(applyJob)
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "jobs.cancel": onThis("jobs.cancel", () => setAsking(true)),
      ...(state === "receiving" && !isMissing
        ? {
            "jobs.plan": onThis("jobs.plan", () => void take(planJob)),
            "jobs.apply": onThis("jobs.apply", apply),
            "form.submit": isPlanned ? apply : () => void take(planJob)
          }
        : {}),
      ...(state === "applying" && !running
        ? {
            "jobs.resume": onThis("jobs.resume", () => void take(resumeJob)),
            "form.submit": () => void take(resumeJob)
          }
        : {}),
      ...(job.failed > 0 ? { "jobs.failedRows": () => void download() } : {})
    }
  })
  return (
    <section className="card job-card" aria-labelledby="job-now">
      <header>
        <h2 id="job-now" tabIndex={-1}>
          {titleOf(job)}
        </h2>
        <span className="job-buttons">
          {job.failed > 0 ? <CommandButton command="jobs.failedRows" /> : null}
          {state === "receiving" || state === "applying" ? (
            <CommandButton command="jobs.cancel" notYet={waits}>
              Cancel the job
            </CommandButton>
          ) : null}
        </span>
      </header>
      <div className="job-now">
        {/* One region, because a screen reader may not announce the text of a new one. */}
        {state === "receiving" ? (
          <p role="status">
            <Sentence
              text={
                isPlanned
                  ? `${planText(job)} Nothing has been changed yet.`
                  : isMissing
                    ? `Sending its rows hasn't ended or was interrupted: ${sentText(job)} ${missingNext}`
                    : total === 0
                      ? "No rows received yet."
                      : `It has ${countOf(total, "row")}. Planning shows what would happen to each lock and changes nothing.`
              }
            />
          </p>
        ) : null}
        {state === "receiving" && !isPlanned && !isMissing ? (
          <CommandButton command="jobs.plan" sends look="primary" notYet={total === 0 ? "It has no rows." : waits}>
            Plan
          </CommandButton>
        ) : null}
        {state === "receiving" && isPlanned ? (
          <form
            className="job-apply"
            onSubmit={(event) => {
              event.preventDefault()
              center.perform("jobs.apply")
            }}
          >
            {large ? <TypedCount count={wouldApply} text={typed} onText={setTyped} /> : null}
            <CommandButton
              command="jobs.apply"
              sends
              look="primary"
              submit
              notYet={waits ?? (wouldApply === 0 ? "Nothing to change." : notTyped)}
            >
              Change {countOf(wouldApply, "lock")}
            </CommandButton>
          </form>
        ) : null}
        {state === "receiving" ? null : <JobProgress key={String(running)} job={job} />}
        {state === "applying" && !running ? (
          <>
            <p>
              Stopped: the server restarted, or the person who started it signed out or lost access. Resuming won't
              repeat any rows.
            </p>
            <CommandButton command="jobs.resume" sends look="primary" notYet={waits}>
              Resume
            </CommandButton>
          </>
        ) : null}
      </div>
      {asking ? (
        <ConfirmDialog
          title={`Cancel job ${jobID}?`}
          yes="Cancel the job"
          no="Go back"
          onYes={() => {
            setAsking(false)
            void take(cancelJob)
          }}
          onNo={() => setAsking(false)}
        >
          <p>Completed rows are kept; the rest won't run.</p>
        </ConfirmDialog>
      ) : null}
    </section>
  )
}

const titleOf = (job: Job): string => {
  const { state, running, total, planned } = job
  switch (state) {
    case "receiving":
      if (lacksRows(job)) return "Incomplete"
      return total > 0 && planned === total ? "Plan" : "Not planned yet"
    case "applying":
      return jobStateText({ state, running })
    case "done":
      return "Done"
    case "cancelled":
      return "Canceled"
  }
}
