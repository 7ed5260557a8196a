import "./automations.css"
import type { AutomationProfile } from "#core/automations/AutomationProfile.ts"
import { actionLabel, type Release, releaseKinds, releases } from "#core/automations/releaseActions.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { settingsChanged } from "#core/settings/SettingsErrors.ts"
import { savingWords, tellNotYet } from "#web/app/tellNotYet.ts"
import { useAvailability, useCommands } from "#web/app/useCommands.ts"
import { ChangedMeanwhile } from "#web/ui/ChangedMeanwhile.tsx"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { CommandForm } from "#web/ui/CommandForm.tsx"
import { FormFoot } from "#web/ui/FormFoot.tsx"
import { LeaveGuard } from "#web/ui/LeaveGuard.tsx"
import { SelectField } from "#web/ui/SelectField.tsx"
import { useAutoLock } from "./useAutoLock.ts"

/** The field name of each release as in the documents (002 §5), and when its locks change. */
const fields: Readonly<Record<Release, { readonly name: string; readonly when: string }>> = {
  vacant: { name: "status", when: "once the unlock code of a new rental is delivered" },
  overlock: { name: "lockStatus", when: "once the unlock code of an overlocked unit is delivered" }
}

/** The status locks get when their unlock code is delivered. Editing needs Write on Automations (002 §2, §6). */
export const AutoLockForm = ({ saved }: { readonly saved: AutomationProfile }) => {
  const may = useAvailability("automations.set")
  const form = useAutoLock(saved)
  const nothing = form.dirty ? null : "No changes to save."
  const closed = may.allowed ? null : may.words.error
  const notYet = closed ?? (form.saving ? savingWords : nothing)
  useCommands({
    scope: "anywhere",
    handlers: {
      "form.submit": () => (notYet === null ? void form.save() : tellNotYet(notYet)),
      "automations.cancel": form.cancel,
      ...(form.changedMeanwhile ? { "automations.takeTheirs": form.cancel } : {})
    }
  })
  return (
    <>
      <LeaveGuard dirty={form.dirty} />
      <CommandForm className="card auto-lock" aria-label="Auto Lock Status Change">
        {closed === null ? null : (
          <p role="note" className="auto-lock-closed">
            {closed}
          </p>
        )}
        {form.changedMeanwhile ? (
          <ChangedMeanwhile happened={settingsChanged({}).error} command="automations.takeTheirs" />
        ) : null}
        <div className="auto-lock-fields">
          {releaseKinds.map((release) => (
            <SelectField
              key={release}
              name={fields[release].name}
              label={releases[release].label}
              note={`New status of ${LockStatus.label(releases[release].status)} locks ${fields[release].when}.`}
              value={form.chosen(release)}
              choices={releases[release].actions.map((value) => ({ value, label: actionLabel(release, value) }))}
              disabled={closed !== null}
              onChoose={(chosen) => {
                const status = releases[release].actions.find((each) => each === chosen)
                if (status !== undefined) form.choose(release, status)
              }}
            />
          ))}
        </div>
        <FormFoot state={form.saving ? "Saving ..." : ""} notYet={notYet}>
          <CommandButton command="automations.cancel" notYet={nothing} />
        </FormFoot>
      </CommandForm>
    </>
  )
}
