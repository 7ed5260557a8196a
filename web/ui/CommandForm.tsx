import type { ComponentProps } from "react"
import { center } from "#web/app/CommandCenter.ts"

/** A form that is sent by the command `form.submit`, whichever way: its button, Enter in a field, or the key of the command. */
export const CommandForm = (props: Omit<ComponentProps<"form">, "onSubmit">) => (
  <form
    {...props}
    onSubmit={(event) => {
      event.preventDefault()
      center.perform("form.submit")
    }}
  />
)
