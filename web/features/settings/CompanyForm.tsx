import { fieldLabels } from "#core/base/fieldLabels.ts"
import { phoneShown } from "#core/facilities/phone.ts"
import type { CompanySettings } from "#core/settings/CompanySettings.ts"
import { settingsChanged } from "#core/settings/SettingsErrors.ts"
import { longestName } from "#core/settings/settingsTable.ts"
import { timeZones } from "#core/settings/timeZones.ts"
import { savingWords, tellNotYet } from "#web/app/tellNotYet.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { ChangedMeanwhile } from "#web/ui/ChangedMeanwhile.tsx"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { CommandForm } from "#web/ui/CommandForm.tsx"
import { FormFoot } from "#web/ui/FormFoot.tsx"
import { LeaveGuard } from "#web/ui/LeaveGuard.tsx"
import { ScanSafeField } from "#web/ui/ScanSafeField.tsx"
import { SelectField } from "#web/ui/SelectField.tsx"
import { TextField } from "#web/ui/TextField.tsx"
import { useCompanyForm } from "./useCompanyForm.ts"

interface CompanyFormProps {
  readonly settings: CompanySettings
  /** Why nothing here can be changed, or null. */
  readonly refused: string | null
}

/** The timeout form that has the focus. It is on the same page and has its own save command. */
const focusedTimeoutForm = (): HTMLFormElement | null =>
  document.activeElement?.closest<HTMLFormElement>("form.timeout-form") ?? null

/** The company's name, contact, and the time zone that defines its days. */
export const CompanyForm = ({ settings, refused }: CompanyFormProps) => {
  const form = useCompanyForm(settings)
  const { shown, edit, issue } = form
  const unedited = form.dirty ? null : "No changes to save."
  const notYet = refused ?? (form.saving ? savingWords : unedited)
  const submit = (): void => {
    // Mod+Enter submits the form with the focus, as Enter does.
    const other = focusedTimeoutForm()
    if (other !== null) other.requestSubmit()
    else if (notYet === null || form.saving) void form.save()
    else tellNotYet(notYet)
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "form.submit": submit,
      "settings.cancel": form.cancel,
      ...(form.changedMeanwhile === null ? {} : { "settings.takeTheirs": form.cancel })
    }
  })
  const zones = timeZones()
  // List the saved zone even if this browser doesn't know it.
  const listed = shown.timeZone === "" || zones.includes(shown.timeZone) ? zones : [shown.timeZone, ...zones]
  const byFacility = settings.timeZoneChosen ? "First facility" : `First facility (${settings.timeZone})`
  const disabled = refused !== null
  return (
    <CommandForm className="card settings-panel" aria-labelledby="company-details">
      <LeaveGuard dirty={form.dirty} />
      <h2 id="company-details">Company</h2>
      <div className="company-fields">
        {form.changedMeanwhile === null ? null : (
          <ChangedMeanwhile happened={settingsChanged(form.changedMeanwhile).error} command="settings.takeTheirs" />
        )}
        <ScanSafeField
          label={fieldLabels.companyName}
          name="companyName"
          autoComplete="off"
          maxLength={longestName}
          disabled={disabled}
          value={shown.companyName}
          issue={issue("companyName")}
          onText={(text) => edit("companyName", text)}
        />
        <SelectField
          label="Time zone"
          name="timeZone"
          disabled={disabled}
          value={listed.indexOf(shown.timeZone) + 1}
          choices={["", ...listed].map((zone, value) => ({ value, label: zone === "" ? byFacility : zone }))}
          note="Reports and the daily email follow this time zone."
          onChoose={(value) => edit("timeZone", listed[value - 1] ?? "")}
        />
        <ScanSafeField
          label="Contact name"
          name="contactName"
          autoComplete="off"
          maxLength={longestName}
          disabled={disabled}
          value={shown.contactName}
          issue={issue("contactName")}
          onText={(text) => edit("contactName", text)}
        />
        <ScanSafeField
          label="Contact email"
          name="contactEmail"
          type="email"
          autoComplete="off"
          maxLength={320}
          disabled={disabled}
          value={shown.contactEmail}
          issue={issue("contactEmail")}
          onText={(text) => edit("contactEmail", text)}
        />
        <TextField
          label="Contact phone"
          name="contactPhone"
          type="tel"
          autoComplete="off"
          disabled={disabled}
          value={phoneShown(shown.contactPhone)}
          issue={issue("contactPhone")}
          onText={(text) => edit("contactPhone", text)}
        />
      </div>
      <FormFoot state={form.saving ? savingWords : ""} notYet={notYet}>
        <CommandButton command="settings.cancel" notYet={unedited}>
          Cancel Changes
        </CommandButton>
      </FormFoot>
    </CommandForm>
  )
}
