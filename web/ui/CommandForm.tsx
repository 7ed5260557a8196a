import type { ComponentProps } from "react"
import { center } from "#web/app/CommandCenter.ts"

/** A form submitted by the command `form.submit`, whether by its button, Enter in a field, or the command's key. */
export const CommandForm = (props: Omit<ComponentProps<"form">, "onSubmit">) => (
  <form
    {...props}
    onSubmit={(event) => {
      event.preventDefault()
      center.perform("form.submit")
    }}
  />
)
