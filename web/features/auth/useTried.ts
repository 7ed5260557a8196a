import { useState } from "react"

/**
 * What is wrong with fields, once they were tried, and the first of them that is. Fields come in the order they stand in, each
 * with the element that gets the focus.
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
    /** Notes that it was tried; true when nothing is wrong, otherwise the first wrong field has the focus. */
    fits: (): boolean => {
      setTried(true)
      const wrong = (Object.keys(inputs) as Array<keyof Issues>).find((name) => issues[name] !== undefined)
      if (wrong !== undefined) inputs[wrong].current?.focus()
      return wrong === undefined
    }
  }
}
