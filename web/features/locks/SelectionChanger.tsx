import { countText } from "#core/base/countText.ts"
import { useEffect, useState } from "react"
import { countOf } from "#core/base/countOf.ts"
import { cancelJob } from "#core/commands/jobCommands.ts"
import type { CommandHead } from "#core/commands/registry.ts"
import { titleFor } from "#core/commands/severalLocks.ts"
import { type Job, manyChanges } from "#core/jobs/Job.ts"
import { planText } from "#core/jobs/jobWords.ts"
import { rememberBegun } from "#web/app/changesMade.ts"
import type { SelectedLocks } from "#web/app/CommandCenter.ts"
import { tellFailure } from "#web/app/failures.ts"
import { jobPath } from "#web/app/jobPath.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import {
  dropAtSessionEnd,
  planSelection,
  type RefusedRow,
  refusedRows,
  type SelectionInput,
  tellDone
} from "#web/app/selectionJobs.ts"
import { atSessionEnd } from "#web/app/sessionLife.ts"
import { whereabouts } from "#web/app/whereabouts.ts"
import { keysOf } from "#web/keyboard/keymap.ts"
import { keysShown } from "#web/keyboard/keysShown.ts"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"
import { ProgressPanel } from "#web/ui/ProgressPanel.tsx"
import { goToTypedCount, isTyped, TypedCountForm } from "#web/ui/TypedCount.tsx"
import { applyBatch } from "./applyBatch.ts"
import { undoBatch } from "./undoBatch.ts"
import { type Progress, useProgress } from "./useProgress.ts"
import { Sentence } from "#web/ui/Sentence.tsx"

/** A requested change of several locks, with the command's input. */
export interface AskedChange {
  readonly command: CommandHead
  readonly selected: SelectedLocks
  readonly input: Readonly<Record<string, unknown>>
  /** The screen it was requested on. */
  readonly pathname: string
}

/** A planned change waiting for confirmation. */
interface Question {
  readonly title: string
  readonly job: Job
  /** How many of the locks the list currently hides. */
  readonly hidden: number
  readonly refused: ReadonlyArray<RefusedRow>
  /** Keeps the job when the session ends. */
  readonly keep: () => void
}

const hiddenText = (hidden: number): string =>
  `${countOf(hidden, "selected lock")} ${hidden === 1 ? "is" : "are"} hidden by your search or filters.`

/** Most refused rows listed in a question. */
const namedAtMost = 5

/**
 * Changes the selected locks as a job: plans it, asks for confirmation if it is dangerous, large, partly refused or
 * includes hidden locks, and applies it. Shows how far it is, and the result with each lock that failed. It is a single undo.
 * @param asked the latest requested change
 */
export const SelectionChanger = ({ asked }: { readonly asked: AskedChange }) => {
  const [progress, tracked] = useProgress()
  const [question, setQuestion] = useState<Question | null>(null)
  const [typed, setTyped] = useState("")

  const doing = (act: Parameters<typeof tracked<void>>[0]): Promise<void> => tracked(act).catch(tellFailure)
  const drop = (job: Job): Promise<unknown> => run(cancelJob, { job: job.jobID }).catch(tellFailure)
  const apply = async (title: string, job: Job, tell: (now: Progress) => void): Promise<void> => {
    // Before applying, so that it can be undone even if the response is lost.
    const onTell = rememberBegun(title, () => tracked((tellUndo) => undoBatch(title, job, tellUndo)))
    const done = await applyBatch(title, job, tell)
    if (done !== null) await tellDone(done, keysShown(keysOf("locks.undo")[0] ?? "").join(" "), onTell)
  }
  const begin = ({ command, selected, input: given, pathname }: AskedChange): Promise<unknown> => {
    // Each input field was validated before.
    const input = given as SelectionInput
    const { count, hidden } = selected
    const title = titleFor(command, count)
    const stayed = whereabouts(pathname)
    return doing(async (tell) => {
      const { many } = command
      if (many === undefined) return
      const locks = selected.locks()
      if (locks.length < count) {
        return toast("info", "Some selected rows have no lock, or are still loading.", "Deselect them, or try again.")
      }
      const serials = locks.map(({ serialCode }) => serialCode)
      const job = await planSelection(title, many, input, serials, (sent) =>
        tell({
          title: `Planning the change of ${countOf(count, "lock")}`,
          text: `${countText(sent)} of ${countOf(count, "lock")} sent`,
          done: sent,
          total: count
        })
      )
      const keep = dropAtSessionEnd(title, job)
      const refused = job.wouldFail === 0 ? [] : await refusedRows(job, namedAtMost)
      if (job.wouldApply === 0) {
        keep()
        await drop(job)
        const why = refused.map(({ serialCode, error }) => `${serialCode}: ${error}`).join(" ")
        return job.wouldFail === 0
          ? toast(
              "info",
              count === 1
                ? "Nothing to change. The lock already has this."
                : `Nothing to change. All ${countOf(count, "lock")} already have this.`
            )
          : toast("warning", `${title}: nothing was changed.`, why)
      }
      const plain = command.risk !== "dangerous" && job.wouldFail === 0 && hidden === 0
      if (plain && job.wouldApply < manyChanges) {
        keep()
        return apply(title, job, tell)
      }
      if (!stayed()) {
        keep()
        const ready = `${title}: planned. Nothing has been changed yet.`
        return toast("info", ready, "Open the job to apply or cancel it.", jobPath(job.jobID))
      }
      setTyped("")
      setQuestion({ title, job, hidden, refused, keep })
    }).finally(stayed)
  }
  useEffect(() => {
    void begin(asked)
  }, [asked])

  // In another company the job's number is another job's.
  useEffect(() => atSessionEnd(() => setQuestion(null)), [])

  const large = question !== null && question.job.wouldApply >= manyChanges
  const answer = (yes: boolean): void => {
    if (question === null) return
    const { job, title, keep } = question
    if (yes && large && !isTyped(typed, job.wouldApply)) return goToTypedCount()
    setQuestion(null)
    keep()
    if (yes) void doing((tell) => apply(title, job, tell))
    else void drop(job)
  }
  return (
    <>
      {progress === null ? null : <ProgressPanel name="Change of locks" counts="Locks" {...progress} />}
      {question === null ? null : (
        <ConfirmDialog
          title={`${question.title}?`}
          yes={`Change ${countOf(question.job.wouldApply, "lock")}`}
          no="Go back"
          onYes={() => answer(true)}
          onNo={() => answer(false)}
        >
          <p>
            <Sentence text={planText(question.job)} />
          </p>
          {question.hidden === 0 ? null : <p>{hiddenText(question.hidden)}</p>}
          {question.refused.length === 0 ? null : (
            <ul>
              {question.refused.map(({ serialCode, error }) => (
                <li key={serialCode}>
                  <b>{serialCode}</b>: {error}
                </li>
              ))}
              {question.job.wouldFail > question.refused.length ? (
                <li>And {countText(question.job.wouldFail - question.refused.length)} more.</li>
              ) : null}
            </ul>
          )}
          {large ? <TypedCountForm count={question.job.wouldApply} text={typed} onText={setTyped} /> : null}
        </ConfirmDialog>
      )}
    </>
  )
}
