import { type RefObject, useEffect, useRef } from "react"
import type { FieldErrors } from "./useFieldErrors.ts"

const wrongPart = "[aria-invalid=true], [data-wrong]"

/** The form of these errors. When a submit has found some, the first wrong field, or group of fields, gets the focus. */
export const useFocusWrong = (errors: FieldErrors): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>(wrongPart)?.focus()
  }, [errors])
  return form
}
