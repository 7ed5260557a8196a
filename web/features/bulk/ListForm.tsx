import { countOf } from "#core/base/countOf.ts"
import "./bulk.css"
import { useNavigate } from "@tanstack/react-router"
import { useDeferredValue, useId, useMemo, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { accessRefusal } from "#core/auth/accessRules.ts"
import { words } from "#core/api/problem.ts"
import { countText } from "#core/base/countText.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { type LockJobKind, lockJobKinds, maxJobRows } from "#core/jobs/Job.ts"
import { type JobList, unusedWords } from "#core/jobs/jobList.ts"
import { jobAccess } from "#core/jobs/jobRules.ts"
import { jobKindNames } from "#core/jobs/jobWords.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { center } from "#web/app/CommandCenter.ts"
import { tellFailure } from "#web/app/failures.ts"
import { jobPath } from "#web/app/jobPath.ts"
import { toast } from "#web/app/notices.ts"
import { selectedFacility } from "#web/app/selectedFacility.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useKeptInput } from "#web/app/keptInputs.ts"
import { useKeepInput } from "#web/app/useKeepInput.ts"
import { useLife } from "#web/app/useLife.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { FacilityPicker } from "#web/ui/FacilityPicker.tsx"
import { LeaveGuard } from "#web/ui/LeaveGuard.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"
import { ListField } from "./ListField.tsx"
import { type ListText, type ReadList, readList } from "./listText.ts"
import { makeListJob } from "./makeListJob.ts"

const pasted = "pasted list"

/** `3 rows, 2 columns, 1 row can't be read. Not used: Unit.` */
const listWords = (list: JobList): string => {
  const { rows, columns } = list
  const unused = unusedWords(list)
  const unread = rows.filter(({ fault }) => fault !== undefined).length
  return [
    rowCount(rows.length),
    ...(columns.length > 1 ? [`${columns.length} columns`] : []),
    ...(unread > 0 ? [`${rowCount(unread)} can't be read`] : [])
  ]
    .join(", ")
    .concat(unused === null ? "" : `. ${unused}`)
}

const rowCount = (count: number): string => countOf(count, "row")

const rowsOf = (read: ReadList): number => (read.kind === "list" ? read.list.rows.length : 0)

interface ListInput {
  readonly kind: LockJobKind
  readonly facilityID: FacilityId | null
  readonly toInventory: boolean
  readonly status: LockStatusId | null
  readonly given: ListText
}

/** Creates a job from a list of locks and plans it. The plan is shown before anything changes. */
export const ListForm = () => {
  const user = useSignedInUser()
  const navigate = useNavigate()
  const allowed = lockJobKinds.filter((kind) => accessRefusal(user, jobAccess[kind]) === null)
  const kept = useKeptInput<ListInput>("list")
  const [kind, setKind] = useState(kept?.kind ?? allowed[0] ?? "activate")
  const [facilityID, setFacility] = useState(kept === null ? selectedFacility : kept.facilityID)
  const [toInventory, setToInventory] = useState(kept?.toInventory ?? false)
  const [status, setStatus] = useState(kept?.status ?? null)
  const [given, setGiven] = useState<ListText>(kept?.given ?? { name: pasted, text: "" })
  const isEmpty = given.text === "" && given.sheets === undefined
  useKeepInput("list", isEmpty ? null : ({ kind, facilityID, toInventory, status, given } satisfies ListInput))
  const [sent, setSent] = useState<number | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const life = useLife()
  const [leaving, setLeaving] = useState(false)
  const ids = useId()
  // The summary of a long list may lag behind the typing.
  const { text } = useDeferredValue(given)
  const read = useMemo(() => readList(text, kind), [text, kind])
  const rows = rowsOf(read)
  const needsPlace = kind !== "setStatus" && !(kind === "activate" && toInventory)
  const refusal = accessRefusal(user, jobAccess[kind])

  const missingIn = (list: ReadList): string | null =>
    sent !== null
      ? "Sending rows…"
      : refusal !== null
        ? words(refusal).error
        : needsPlace && facilityID === null
          ? "Please select a facility first"
          : given.sheets !== undefined && given.sheet === null
            ? "Choose a sheet of the workbook."
            : list.kind === "nothing"
              ? "Add locks: paste, scan, or drop a list."
              : list.kind === "wrong"
                ? list.error
                : rowsOf(list) > maxJobRows
                  ? `A job can have at most ${maxJobRows} rows. This list has ${rowsOf(list)}.`
                  : null
  const missing = missingIn(read)

  // Tell the leave guard before navigating.
  const leave = (): void => flushSync(() => setLeaving(true))
  const plan = async (): Promise<void> => {
    // Read the field's current text, not the deferred one, so that the latest keystrokes or scans count.
    const whole = readList(given.text, kind)
    if (missingIn(whole) !== null || whole.kind !== "list") return field.current?.focus()
    setSent(0)
    const request = { kind, facilityID: needsPlace ? facilityID : null, status: kind === "setStatus" ? status : null }
    try {
      const job = await makeListJob(request, { ...given, list: whole.list }, setSent)
      if (life.current.signal.aborted) {
        return toast("info", `Job ${job.jobID} is planned.`, "Open it to apply it.", jobPath(job.jobID))
      }
      leave()
      await navigate({ to: jobPath(job.jobID) })
    } catch (error) {
      if (error instanceof CallFailure && error.problem?._tag === "JobUnfinished") {
        const { jobID, done, total } = error.problem.data
        toast(
          "warning",
          `Job ${jobID} of this list is unfinished: ${countText(done)} of ${countOf(total, "row")} done.`,
          "Resume it or cancel it there.",
          jobPath(jobID)
        )
        if (life.current.signal.aborted) return
        leave()
        await navigate({ to: jobPath(jobID) })
      } else tellFailure(error)
    } finally {
      setSent(null)
    }
  }
  useCommands({
    scope: "anywhere",
    handlers: { "bulk.planList": () => void plan(), "form.submit": () => void center.perform("bulk.planList") }
  })
  return (
    <form
      className="bulk-form"
      onSubmit={(event) => {
        event.preventDefault()
        center.perform("bulk.planList")
      }}
    >
      <SentFields sending={sent !== null}>
        <div className="bulk-what">
          <div className="bulk-choice">
            <label htmlFor={`${ids}-kind`}>What to do</label>
            <select
              id={`${ids}-kind`}
              className="select"
              value={kind}
              onChange={({ target }) => setKind(lockJobKinds.find((each) => each === target.value) ?? kind)}
            >
              {lockJobKinds.map((each) => (
                <option key={each} value={each} disabled={!allowed.includes(each)}>
                  {jobKindNames[each]}
                </option>
              ))}
            </select>
          </div>
          {kind === "setStatus" ? (
            <div className="bulk-choice">
              <label htmlFor={`${ids}-status`}>Default status</label>
              <select
                id={`${ids}-status`}
                className="select"
                value={status ?? ""}
                onChange={({ target }) => setStatus(LockStatus.ids.find((id) => String(id) === target.value) ?? null)}
              >
                <option value="">None: each row has its own</option>
                {LockStatus.rows.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </select>
            </div>
          ) : (
            <FacilityPicker
              label="Facility"
              value={needsPlace ? facilityID : null}
              onChoose={setFacility}
              disabled={!needsPlace}
            />
          )}
          {kind === "activate" ? (
            <label className="check bulk-check">
              <input
                type="checkbox"
                role="switch"
                checked={toInventory}
                onChange={({ target }) => {
                  setToInventory(target.checked)
                  setFacility(null)
                }}
              />
              Activate and add to inventory
            </label>
          ) : null}
        </div>
        <ListField field={field} given={given} onGiven={setGiven} pasted={pasted} kind={kind} />
      </SentFields>
      <p className="bulk-count muted" role="status">
        {sent !== null
          ? `${countText(sent)} of ${countOf(rows, "row")} sent`
          : read.kind === "list"
            ? listWords(read.list)
            : ""}
      </p>
      {read.kind === "wrong" ? (
        <p className="bulk-wrong" role="alert">
          {read.error} {read.next}
        </p>
      ) : null}
      <CommandButton command="bulk.planList" sends look="primary" submit notYet={missing}>
        Plan
      </CommandButton>
      <p className="muted">Preview first. Nothing changes until you apply.</p>
      <LeaveGuard dirty={!isEmpty && !leaving} />
    </form>
  )
}
