import { toast } from "#web/app/notices.ts"
import { destinationOfRow, hrefOf } from "./destinations.ts"
import { lineOf } from "./lineOf.ts"
import type { RowTarget } from "./PaletteRow.ts"

const copy = async (what: string, text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    toast("success", `${what} copied`, text)
  } catch (error) {
    // A browser that forbids it throws, and one that is not on https has no clipboard at all.
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error
    toast("error", `${what} not copied`, `The browser forbids it: ${text}`)
  }
}

/** Copies the address of what a row stands for. */
export const copyLink = (target: RowTarget): void => {
  const destination = destinationOfRow(target)
  if (destination === null) toast("info", "This row has no address.")
  else void copy("Link", `${location.origin}${hrefOf(destination)}`)
}

/** Copies a row as a line for the terminal. */
export const copyLine = (target: RowTarget, serialOf: (lockID: number) => string | undefined): void => {
  const line = lineOf(target, serialOf)
  if (line === null) toast("info", "The terminal has no command for this row.")
  else void copy("Command", line)
}
