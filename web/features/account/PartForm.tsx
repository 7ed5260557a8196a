import type { ReactNode } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import { center } from "#web/app/CommandCenter.ts"
import { savingWords } from "#web/app/tellNotYet.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { LeaveGuard } from "#web/ui/LeaveGuard.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"

interface PartFormProps {
  readonly title: string
  /** Run by Enter and by the button. */
  readonly command: CommandId
  readonly busy: boolean
  /** The form has unsaved changes. */
  readonly dirty: boolean
  /** Why the form can't be sent yet, or null. */
  readonly notYet?: string | null
  /** Why the last attempt failed, or null. */
  readonly refused: string | null
  readonly children: ReactNode
}

/** One form of the dialog. Enter in one of its fields, or its button, submits only this form. */
export const PartForm = ({ title, command, busy, dirty, notYet = null, refused, children }: PartFormProps) => (
  <form
    className="account-part"
    noValidate
    aria-label={title}
    onSubmit={(event) => {
      event.preventDefault()
      center.perform(command)
    }}
  >
    <LeaveGuard dirty={dirty} inDialog />
    <h3>{title}</h3>
    <div role="alert">{refused === null ? null : <p className="issue">{refused}</p>}</div>
    <SentFields sending={busy} className="account-fields">
      {children}
    </SentFields>
    <p className="account-do">
      <CommandButton command={command} submit notYet={busy ? savingWords : notYet} />
    </p>
  </form>
)
