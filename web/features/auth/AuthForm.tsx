import type { ReactNode } from "react"
import type { Words } from "#core/api/problem.ts"
import type { CommandId } from "#core/commands/registry.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { FormFailure } from "./FormFailure.tsx"

interface AuthFormProps {
  /** Run by Enter and by the button. */
  readonly command: CommandId
  /** Handler of the command. */
  readonly onSubmit: () => Promise<unknown>
  /** Why the last attempt failed, or null. */
  readonly message: Words | null
  /** Why the form can't be sent yet, or null. */
  readonly notYet: string | null
  /** Label of the button. */
  readonly label: string
  readonly lead?: ReactNode
  /** Below the button: links to other screens. */
  readonly foot: ReactNode
  readonly children: ReactNode
}

/** A form for signed-out users: fields, error and one button. */
export const AuthForm = ({ command, onSubmit, message, notYet, label, lead, foot, children }: AuthFormProps) => {
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
      <FormFailure message={message} />
      {children}
      <CommandButton command={command} look="primary" submit notYet={notYet}>
        {label}
      </CommandButton>
      {foot}
    </form>
  )
}
