import type { ReactNode } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import { center } from "#web/app/CommandCenter.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { LeaveGuard } from "#web/ui/LeaveGuard.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"

interface PartFormProps {
  readonly title: string
  /** What Enter and the button perform. */
  readonly command: CommandId
  readonly busy: boolean
  /** Something is typed that is not saved. */
  readonly dirty: boolean
  /** Why it cannot be sent yet, or null. */
  readonly notYet?: string | null
  /** Why the last try was not taken, or null. */
  readonly refused: string | null
  readonly children: ReactNode
}

/** One form of the dialog: Enter in a field of it, or its button, sends it and no other. */
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
      <CommandButton command={command} submit notYet={busy ? "Saving…" : notYet} />
    </p>
  </form>
)
