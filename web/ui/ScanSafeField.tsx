import type { ComponentProps } from "react"
import { TextField } from "./TextField.tsx"
import { useScanned } from "./useScanned.ts"

/**
 * A text field of a form that takes no serial codes: a scanned one is looked up. As typed text, it would change what the form
 * saves, and the Enter after it would save.
 */
export const ScanSafeField = (props: ComponentProps<typeof TextField>) => (
  <TextField {...props} onKeyDown={useScanned(props.onText)} />
)
