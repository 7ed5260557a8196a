import { useId, useState } from "react"
import { words } from "#core/api/problem.ts"
import { logOutAllUsers } from "#core/commands/settingsCommands.ts"
import type { CompanySettings } from "#core/settings/CompanySettings.ts"
import { allLoggedOut, logOutAllWords } from "#core/settings/logOutAllWords.ts"
import { settingRefusal } from "#core/settings/settingsRules.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"
import { SettingSwitch } from "./SettingSwitch.tsx"
import { TimeoutForm } from "./TimeoutForm.tsx"

const logOutAll = async (): Promise<void> => {
  try {
    await run(logOutAllUsers, {})
    toast("success", allLoggedOut)
  } catch (error) {
    tellFailure(error)
  }
}

interface LockSettingsPanelProps {
  readonly settings: CompanySettings
  /** Why nothing here can be changed, or null. */
  readonly refused: string | null
}

/** The Lock Settings panel (002 §2): switches, timeouts, and signing everyone out. */
export const LockSettingsPanel = ({ settings, refused }: LockSettingsPanelProps) => {
  const { hideLockCodesFlag, companyName } = useSignedInUser()
  const [asking, setAsking] = useState(false)
  useCommands({ scope: "anywhere", handlers: { "settings.logoutAll": () => setAsking(true) } })
  const id = useId()
  const reportRefusal = settingRefusal({ ...settings, hideLockCodesFlag }, { emailViewLockCodesReport: true })
  const closed = refused !== null
  const closedBy = closed ? id : undefined
  return (
    <section className="card settings-panel" aria-labelledby="lock-settings">
      <h2 id="lock-settings">Lock Settings</h2>
      {closed ? (
        <p id={id} role="note" className="settings-closed">
          {refused}
        </p>
      ) : null}
      <SettingSwitch
        name="limit-one-lock"
        settings={settings}
        note="A unit takes one lock at a time."
        refused={closed}
        closedBy={closedBy}
      />
      {hideLockCodesFlag ? (
        <>
          <SettingSwitch
            name="hide-codes"
            settings={settings}
            note="Combinations are hidden. Each view needs a reason and is recorded."
            refused={closed}
            closedBy={closedBy}
          />
          <SettingSwitch
            name="daily-report"
            settings={settings}
            note={
              reportRefusal === null
                ? `Admins and Owners get yesterday's requests at 7 AM (${settings.timeZone}).`
                : words(reportRefusal).error
            }
            refused={closed || reportRefusal !== null}
            closedBy={closedBy}
          />
        </>
      ) : null}
      {settings.timeoutsOffered ? (
        <>
          <TimeoutForm kind="mobile" settings={settings} refused={refused} />
          <TimeoutForm kind="web" settings={settings} refused={refused} />
        </>
      ) : null}
      <div className="setting-row">
        <div className="setting-words">
          <span className="setting-name">Sessions</span>
          <p className="field-note muted">Signs out all your users everywhere, except you here.</p>
        </div>
        <CommandButton command="settings.logoutAll" notYet={refused} />
      </div>
      {asking ? (
        <ConfirmDialog
          title="Confirm Logout All Users"
          onYes={() => {
            setAsking(false)
            void logOutAll()
          }}
          onNo={() => setAsking(false)}
        >
          {logOutAllWords(companyName).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </ConfirmDialog>
      ) : null}
    </section>
  )
}
