import { groupedSerial } from "#core/base/serialText.ts"

/** A serial code that no lock has, and what there is to do about it. */
export interface UnknownSerial {
  readonly serialCode: string
  /** The server has been asked and knows no such lock either. */
  readonly final: boolean
  /** Serial codes that differ by one digit or by two swapped ones are listed. */
  readonly similar: boolean
  /** The user may activate a lock. */
  readonly activates: boolean
}

/** What is said of a serial code that no lock has, and what to do next. */
export const unknownWords = ({ serialCode, final, similar, activates }: UnknownSerial): string => {
  const shown = groupedSerial(serialCode)
  const first = final ? `There is no lock ${shown}.` : `${shown} is not in your list of locks.`
  const again = similar
    ? "Ask for the digits again: similar serial codes are listed below."
    : "Ask for the digits again."
  return [first, again, ...(activates ? ["If it is a new lock, activate it."] : [])].join(" ")
}
