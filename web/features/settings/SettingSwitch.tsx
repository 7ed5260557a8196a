import { useId } from "react"
import type { CompanySettings } from "#core/settings/CompanySettings.ts"
import { type SettingName, settingsTable } from "#core/settings/settingsTable.ts"
import { SwitchButton } from "#web/ui/SwitchButton.tsx"

interface SettingSwitchProps {
  readonly name: Extract<SettingName, "limit-one-lock" | "hide-codes" | "daily-report">
  readonly settings: CompanySettings
  /** What it does, or why this setting alone can't be changed, in one sentence. */
  readonly note: string
  readonly refused: boolean
  /** ID of the text that says why nothing in the panel can be changed, if so. */
  readonly closedBy: string | undefined
}

/** A setting that is on or off. Switching saves it at once. */
export const SettingSwitch = ({ name, settings, note, refused, closedBy }: SettingSwitchProps) => {
  const id = useId()
  const { label, typed } = settingsTable[name]
  const on = typed(settings) === "on"
  return (
    <div className="setting-row">
      <div className="setting-words">
        <span id={id} className="setting-name">
          {label}
        </span>
        <p id={`${id}-note`} className="field-note muted">
          {note}
        </p>
      </div>
      <SwitchButton
        command="settings.set"
        given={{ input: { setting: name, value: on ? "off" : "on" } }}
        on={on}
        labelledBy={id}
        describedBy={closedBy === undefined ? `${id}-note` : `${closedBy} ${id}-note`}
        refused={refused}
      />
    </div>
  )
}
