import "./FormFoot.css"
import type { ReactNode } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import { CommandButton } from "./CommandButton.tsx"

interface FormFootProps {
  /** What is happening, such as `Saving…`, or what saving does. */
  readonly state?: string
  /** Why the form can't be saved, or null. */
  readonly notYet: string | null
  readonly save?: CommandId
  readonly label?: string
  /** Its other buttons. */
  readonly children?: ReactNode
}

/** The foot of a form in a card: its state, its other buttons, and the one that saves it. */
export const FormFoot = (props: FormFootProps) => {
  const { state = "", notYet, save = "form.submit", label = "Save Changes", children } = props
  return (
    <p className="dialog-foot form-foot">
      <span role="status" className="muted">
        {state}
      </span>
      <span className="form-foot-do">
        {children}
        <CommandButton command={save} look="primary" submit notYet={notYet}>
          {label}
        </CommandButton>
      </span>
    </p>
  )
}
