import { groupedSerial } from "#core/base/serialText.ts"

/** A serial code that no lock has, and what the user can do about it. */
export interface UnknownSerial {
  readonly serialCode: string
  /** The server was asked and has no such lock either. */
  readonly final: boolean
  /** The list shows serial codes that differ by one digit or by two swapped ones. */
  readonly similar: boolean
  /** The user may activate a lock. */
  readonly activates: boolean
  /** The user may act for other companies: Enter finds their locks too. */
  readonly elsewhere: boolean
}

/** The message for a serial code that no lock has, and the next step. */
export const unknownWords = ({ serialCode, final, similar, activates, elsewhere }: UnknownSerial): string => {
  const shown = groupedSerial(serialCode)
  const first = final
    ? `There is no lock ${shown}${elsewhere ? " at this company" : ""}.`
    : `${shown} is not in your list of locks.`
  const again = similar
    ? "Ask for the digits again: similar serial codes are listed below."
    : "Ask for the digits again."
  return [
    first,
    ...(elsewhere ? ["Press Enter to look for it at every company."] : []),
    again,
    ...(activates ? ["If it is a new lock, activate it."] : [])
  ].join(" ")
}
