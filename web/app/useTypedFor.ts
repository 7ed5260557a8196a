import { useEffect, useRef } from "react"
import { hasTyped } from "./unsaved.ts"

/**
 * An item with a form, or undefined. If it is gone while the form has unsaved input, its last version is returned, so that what was
 * typed stays readable.
 */
export const useTypedFor = <Item>(item: Item | undefined): Item | undefined => {
  const last = useRef(item)
  useEffect(() => {
    if (item !== undefined) last.current = item
  })
  return item ?? (hasTyped() ? last.current : undefined)
}
