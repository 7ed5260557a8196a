import type { ReactNode } from "react"
import type { Words } from "#core/api/problem.ts"
import type { CommandId } from "#core/commands/registry.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { FormFailure } from "./FormFailure.tsx"

interface AuthFormProps {
  /** What Enter and the button perform. */
  readonly command: CommandId
  /** What that does here. */
  readonly onSubmit: () => Promise<unknown>
  /** Why the last try was not taken, or null. */
  readonly said: Words | null
  /** Why it cannot be sent yet, or null. */
  readonly notYet: string | null
  /** What the button says. */
  readonly label: string
  readonly lead?: ReactNode
  /** Below the button: where else to go. */
  readonly foot: ReactNode
  readonly children: ReactNode
}

/** A form in front of a session: its fields, why it was not taken, and its one button. */
export const AuthForm = ({ command, onSubmit, said, notYet, label, lead, foot, children }: AuthFormProps) => {
  useCommands({ scope: "anywhere", handlers: { [command]: () => void onSubmit() } })
  return (
    <form
      className="auth-form"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        center.perform(command)
      }}
    >
      {lead}
      <FormFailure said={said} />
      {children}
      <CommandButton command={command} look="primary" submit notYet={notYet}>
        {label}
      </CommandButton>
      {foot}
    </form>
  )
}
