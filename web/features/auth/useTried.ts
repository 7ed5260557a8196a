import { useState } from "react"

/**
 * Returns the field errors once the user has tried to submit, and focuses the first invalid field. `inputs` lists the
 * fields in their visual order, each with the element to focus.
 */
export const useTried = <Fields extends object, Issues extends object>(
  issuesOf: (fields: Fields) => Issues,
  fields: Fields,
  inputs: { readonly [K in keyof Issues]-?: { readonly current: HTMLInputElement | null } }
) => {
  const [tried, setTried] = useState(false)
  const issues = issuesOf(fields)
  return {
    issues: tried ? issues : ({} as Partial<Issues>),
    /** Marks the form as tried. Returns true if it is valid; otherwise focuses the first invalid field. */
    fits: (): boolean => {
      setTried(true)
      const wrong = (Object.keys(inputs) as Array<keyof Issues>).find((name) => issues[name] !== undefined)
      if (wrong !== undefined) inputs[wrong].current?.focus()
      return wrong === undefined
    }
  }
}
