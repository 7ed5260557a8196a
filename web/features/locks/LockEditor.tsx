import "./lockForm.css"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"
import { withClient } from "#core/api/ApiClient.ts"
import { words } from "#core/api/problem.ts"
import type { FacilityId } from "#core/base/ids.ts"
import type { CommandId } from "#core/commands/registry.ts"
import { LockInactive } from "#core/locks/LockChangeErrors.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { mayEditUnit, seesStatus } from "#core/locks/lockRules.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { call } from "#web/app/calls.ts"
import { center, type Given, type Handler } from "#web/app/CommandCenter.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { savingWords, tellNotYet } from "#web/app/tellNotYet.ts"
import { logTime } from "#web/app/times.ts"
import { unitsQuery } from "#web/app/unitQueries.ts"
import { useAvailability, useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"
import { FormFoot } from "#web/ui/FormFoot.tsx"
import { LeaveGuard, progressLost } from "#web/ui/LeaveGuard.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"
import { ColorField, StatusField } from "./ChoiceFields.tsx"
import { CodeTip } from "./CodeTip.tsx"
import { hideTip, isTipHidden } from "./codeTip.ts"
import { CombinationField } from "./CombinationField.tsx"
import { LockConflict } from "./LockConflict.tsx"
import { formOf, type LockFormIssues, unitClosed, withCode, withFacility, withStatus } from "./lockForm.ts"
import { FacilityField, UnitPlace } from "./PlaceFields.tsx"
import { useLockForm } from "./useLockForm.ts"

const route = getRouteApi("/signed-in/locks/$lockID")

/** Whether the URL turns on transfer mode, the facility it names, and a setter. The setter adds no history entry. */
const useTransferMode = (): readonly [boolean, FacilityId | null, (on: boolean) => void] => {
  const { transfer, facility = null } = route.useSearch()
  const navigate = useNavigate()
  const set = (on: boolean): void =>
    void navigate({
      to: ".",
      search: (before) => ({ ...before, transfer: on ? "1" : undefined, facility: undefined }),
      replace: true
    })
  return [transfer === "1", facility, set]
}

/** All editable fields of a lock, according to the user's permissions (001 §2, §4). */
export const LockEditor = ({ lock: latest }: { readonly lock: Lock }) => {
  const user = useSignedInUser()
  const client = useQueryClient()
  const facilities = useQuery(facilitiesQuery())
  const [transferAsked, transferTo, setTransfer] = useTransferMode()
  const state = useLockForm(latest, () => (transferAsked ? setTransfer(false) : undefined))
  const { lock, form, dirty, saving, issues, theirs, change } = state
  const [asking, setAsking] = useState<"cancel" | "code" | null>(null)
  /**
   * Errors to fix, a new object for each attempt. The first invalid field gets the focus as soon as it is enabled
   * again.
   */
  const [toFix, setToFix] = useState<LockFormIssues | null>(null)
  const save = useAvailability("lock.save")
  const status = useRef<HTMLSelectElement>(null)
  const unit = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const color = useRef<HTMLSelectElement>(null)
  const facility = useRef<HTMLInputElement>(null)

  const closed = !lock.isActive
    ? words(new LockInactive({ data: { lockID: lock.lockID } })).error
    : save.allowed
      ? null
      : save.words.error
  const severalFacilities = (facilities.data?.length ?? 0) > 1
  const transferable = severalFacilities && mayEditUnit(user)
  const transfer = transferAsked && transferable && lock.facilityID !== null
  const place = facilities.data?.find(({ facilityID }) => facilityID === form.facilityID)

  const notYet =
    closed ??
    (saving ? savingWords : theirs !== null ? "Choose which changes to keep." : dirty ? null : "No changes to save.")

  const leaveTransfer = (): void => {
    if (transferAsked) setTransfer(false)
  }
  const editCode = (): void => {
    setAsking(null)
    change(withCode(lock, form))
  }
  const saveNow = async (): Promise<void> => {
    const wrong = await state.save()
    if (wrong !== null) setToFix(wrong)
  }
  const refreshUnits = async (): Promise<void> => {
    const { facilityID } = form
    if (facilityID === null) return
    try {
      await call(withClient((api) => api.units.forget({ params: { id: facilityID }, query: {} })))
      await client.invalidateQueries({ queryKey: unitsQuery(facilityID).queryKey })
    } catch (error) {
      tellFailure(error)
    }
  }

  /**
   * Lets a field handle the keys of its command for this lock if the command has no input. Anything else goes to the
   * palette.
   */
  const inField =
    <Id extends CommandId>(id: Id, here: (given: Given<Id>) => void): Handler<Id> =>
    (given) => {
      const ours = given.lock === undefined || given.lock.lockID === lock.lockID
      const asks = Object.keys(given.input ?? {}).some((name) => name !== "lockID" && name !== "toggle")
      if (ours && !asks) here(given)
      else center.passOn(id, given)
    }
  const focusOn = (field: RefObject<HTMLElement | null>, why: () => string | null): Handler => {
    return () => {
      const message = closed ?? why()
      if (message === null) field.current?.focus()
      else toast("warning", message)
    }
  }
  useCommands({
    scope: "lock",
    lock: () => latest,
    handlers: {
      "lock.save": () => (notYet === null ? void saveNow() : tellNotYet(notYet)),
      "lock.cancel": () => (dirty ? setAsking("cancel") : leaveTransfer()),
      ...(theirs === null ? {} : { "lock.keepMine": state.keepMine, "lock.takeTheirs": state.takeTheirs }),
      ...(form.code === null
        ? {}
        : { "lock.keepCode": () => change({ ...withStatus(lock, form, formOf(lock).status), code: null }) }),
      "units.refresh": () => void refreshUnits(),
      "locks.setStatus": inField(
        "locks.setStatus",
        focusOn(status, () => (form.code === null ? null : "The lock becomes Available with its new combination."))
      ),
      "locks.setUnit": inField(
        "locks.setUnit",
        focusOn(unit, () => unitClosed(user, form))
      ),
      "locks.setColor": inField(
        "locks.setColor",
        focusOn(color, () => null)
      ),
      "locks.setCode": inField("locks.setCode", () => {
        if (closed !== null) toast("warning", closed)
        else if (form.code !== null) code.current?.focus()
        else if (formOf(lock).status === LockStatus.id.Available || isTipHidden(user.companyID)) editCode()
        else setAsking("code")
      }),
      "locks.transfer": inField("locks.transfer", ({ input }) => {
        if (closed !== null) toast("warning", closed)
        else if (!severalFacilities) toast("info", "Your company has no other facility.")
        else if (!transfer) setTransfer(true)
        else if (input?.toggle !== true) facility.current?.focus()
        else {
          change(withFacility(lock, form, lock.facilityID))
          setTransfer(false)
        }
      })
    }
  })
  useLayoutEffect(() => {
    if (toFix?.unit !== undefined) unit.current?.focus()
    else if (toFix?.code !== undefined) code.current?.focus()
  }, [toFix])
  useEffect(() => center.changed(), [latest])
  useEffect(() => {
    if (transfer) facility.current?.focus()
  }, [transfer])
  const offered = useRef<number | null>(null)
  useEffect(() => {
    // Only once, so that it doesn't override a facility the user picks afterwards.
    const known = facilities.data?.some(({ facilityID }) => facilityID === transferTo) === true
    if (!transfer || closed !== null || !known || transferTo === null || offered.current === transferTo) return
    offered.current = transferTo
    if (form.facilityID === lock.facilityID) change(withFacility(lock, form, transferTo))
  })
  const editing = form.code !== null
  useEffect(() => {
    if (editing) code.current?.focus()
  }, [editing])

  const parts = { lock, form, onChange: change, closed }
  const send = (event: FormEvent): void => {
    event.preventDefault()
    center.perform("lock.save")
  }
  return (
    <>
      <LeaveGuard dirty={dirty} />
      {asking === "cancel" ? (
        <ConfirmDialog
          title={progressLost}
          onYes={() => {
            setAsking(null)
            state.reset()
            leaveTransfer()
          }}
          onNo={() => setAsking(null)}
        >
          <p>This will return all settings to values when this page was loaded.</p>
        </ConfirmDialog>
      ) : null}
      {asking === "code" ? (
        <CodeTip
          onContinue={(spare) => {
            if (spare) hideTip(user.companyID)
            editCode()
          }}
          onCancel={() => setAsking(null)}
        />
      ) : null}
      {theirs === null ? null : <LockConflict before={lock} theirs={theirs} />}
      <form className="card lock-card" aria-labelledby="lock-facts" noValidate onSubmit={send}>
        <header>
          <h2 id="lock-facts">Details</h2>
          <CommandButton command="locks.reveal" given={{ lock: latest }}>
            Reveal
          </CommandButton>
        </header>
        <p className={closed === null ? "hidden" : "lock-closed"} role="status">
          {closed}
        </p>
        <SentFields sending={saving} className="lock-fields">
          <FacilityField {...parts} transfer={transfer} field={facility} />
          {seesStatus(user) ? <StatusField {...parts} field={status} /> : null}
          <UnitPlace {...parts} facility={place} issue={issues.unit} field={unit} />
          <CombinationField
            lock={latest}
            code={form.code}
            onCode={(typed) => change({ ...form, code: typed })}
            issue={issues.code}
            closed={closed}
            field={code}
          />
          <ColorField {...parts} field={color} />
          {latest.updatedOn === undefined ? null : (
            <div className="field" role="group" aria-label="Last changed">
              <span className="field-name">Updated</span>
              <p className="field-text">
                <span>
                  {latest.updatedBy == null ? null : (
                    <>
                      <bdi>{latest.updatedBy}</bdi>,{" "}
                    </>
                  )}
                  {logTime(latest.updatedOn)} UTC
                </span>
              </p>
            </div>
          )}
        </SentFields>
        <FormFoot notYet={notYet} save="lock.save">
          {transferable ? (
            <CommandButton command="locks.transfer" given={{ lock: latest, input: { toggle: true } }}>
              Transfer to Facility
            </CommandButton>
          ) : null}
          <CommandButton command="lock.cancel" notYet={dirty || transfer ? null : "No changes to save."}>
            Cancel Changes
          </CommandButton>
        </FormFoot>
      </form>
    </>
  )
}
