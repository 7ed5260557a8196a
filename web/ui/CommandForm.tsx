import type { ComponentProps } from "react"
import { center } from "#web/app/CommandCenter.ts"

interface CommandFormProps extends Omit<ComponentProps<"form">, "onSubmit"> {
  /** Whether the screen is there to add something with this form. Then its first field gets the focus (`useScreenNamed`). */
  readonly adds?: boolean
}

/** A form submitted by the command `form.submit`, whether by its button, Enter in a field, or the command's key. */
export const CommandForm = ({ adds = false, ...props }: CommandFormProps) => (
  <form
    {...props}
    data-adds={adds || undefined}
    onSubmit={(event) => {
      event.preventDefault()
      center.perform("form.submit")
    }}
  />
)
