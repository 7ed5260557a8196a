import { type KeyboardEvent, useRef } from "react"
import { type DigitBurst, nextBurst } from "#core/commands/digitBurst.ts"
import { center } from "#web/app/CommandCenter.ts"

/**
 * The key handler of a field that takes no serial codes: eight digits from a scanner look up their lock. `restore` gets the text that
 * the field had before them.
 */
export const useScanned = (restore: (textBefore: string) => void) => {
  const burst = useRef<DigitBurst | null>(null)
  const textBefore = useRef("")
  return (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    const next = nextBurst(burst.current, event.key, event.timeStamp)
    burst.current = next
    if (next?.digits.length === 1) textBefore.current = event.currentTarget.value
    if (next?.digits.length !== 8) return
    event.preventDefault()
    burst.current = null
    restore(textBefore.current)
    center.perform("palette.open", { input: { typed: next.digits } })
  }
}
