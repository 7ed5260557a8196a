import { TimeoutUnit } from "#core/settings/timeouts.ts"
import type { CompanySettings } from "#core/settings/CompanySettings.ts"
import { settingsChanged } from "#core/settings/SettingsErrors.ts"
import { center } from "#web/app/CommandCenter.ts"
import { savingWords } from "#web/app/tellNotYet.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { ChangedMeanwhile } from "#web/ui/ChangedMeanwhile.tsx"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"
import { SelectField } from "#web/ui/SelectField.tsx"
import { LeaveGuard } from "#web/ui/LeaveGuard.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"
import { TextField } from "#web/ui/TextField.tsx"
import { type TimeoutKind, useTimeout } from "./useTimeout.ts"

/** Texts and commands of the two forms. */
const kinds = {
  mobile: {
    title: "Mobile App Timeout",
    people: "Mobile App Users",
    command: "settings.saveMobileTimeout",
    theirs: "settings.takeTheirMobileTimeout",
    field: "mobileTimeout"
  },
  web: {
    title: "Web App Timeout",
    people: "Web App Users",
    command: "settings.saveWebTimeout",
    theirs: "settings.takeTheirWebTimeout",
    field: "clientTimeout"
  }
} as const

/** The option shown before a unit is selected. */
const noUnit = 0

const units = [
  { value: noUnit, label: "Select a unit" },
  ...TimeoutUnit.rows.map(({ id, label }) => ({ value: id, label }))
]

interface TimeoutFormProps {
  readonly kind: TimeoutKind
  readonly settings: CompanySettings
  /** Why it can't be changed, or null. */
  readonly refused: string | null
}

/** How long users stay signed in without activity: a number and a unit, confirmed before saving (002 §4, §5). */
export const TimeoutForm = ({ kind, settings, refused }: TimeoutFormProps) => {
  const { title, people, command, theirs, field } = kinds[kind]
  const form = useTimeout(kind, settings)
  const unedited = form.dirty ? null : "No changes to save."
  const notYet = refused ?? (form.saving ? savingWords : unedited)
  useCommands({
    scope: "anywhere",
    handlers: {
      [command]: () => (notYet === null ? form.submit() : undefined),
      ...(form.changedMeanwhile === null ? {} : { [theirs]: form.takeTheirs })
    }
  })
  return (
    <form
      className="timeout-form"
      onSubmit={(event) => {
        event.preventDefault()
        center.perform(command)
      }}
    >
      {form.changedMeanwhile === null ? null : (
        <ChangedMeanwhile happened={settingsChanged(form.changedMeanwhile).error} command={theirs} />
      )}
      <SentFields sending={form.saving}>
        <TextField
          label={title}
          name={field}
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          disabled={refused !== null}
          value={form.value}
          issue={form.issue}
          onText={form.type}
          onBlur={form.leave}
        />
        <SelectField
          label={`${title} unit`}
          name={kind === "web" ? "clientUnit" : "mobileUnit"}
          value={form.unit ?? noUnit}
          choices={units}
          disabled={refused !== null}
          issue={form.unitIssue}
          onChoose={form.chooseUnit}
        />
      </SentFields>
      <CommandButton command={command} look="primary" submit notYet={notYet} label={`Save & Submit ${title}`}>
        Save &amp; Submit
      </CommandButton>
      <LeaveGuard dirty={form.dirty} />
      {form.asking ? (
        <ConfirmDialog
          title={`${people} Will be logged out after ${form.text} of inactivity`}
          onYes={() => void form.save()}
          onNo={form.stop}
        />
      ) : null}
    </form>
  )
}
