import type { LockId } from "#core/base/ids.ts"
import { withCompany } from "#web/app/companyAddress.ts"
import { definitionOf } from "#web/app/definitions.ts"
import { session } from "#web/app/Session.ts"
import { destinationOfRow, hrefOf } from "./destinations.ts"
import { lineOf } from "./lineOf.ts"
import type { RowTarget } from "./PaletteRow.ts"

/** Copies a text and returns the message to show. */
const copy = async (what: string, text: string): Promise<string> => {
  try {
    await navigator.clipboard.writeText(text)
    return `${what} copied: ${text}`
  } catch (error) {
    // Browsers throw if it isn't allowed, and have no clipboard without https.
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error
    return `Your browser blocked copying. ${what}: ${text}`
  }
}

/** Copies the link of a row and returns the message to show. */
export const copyLink = async (target: RowTarget): Promise<string> => {
  const destination = destinationOfRow(target)
  return destination === null
    ? "This row has no link."
    : copy("Link", `${location.origin}${withCompany(hrefOf(destination))}`)
}

/** Copies a row as a terminal command and returns the message to show. */
export const copyLine = async (
  target: RowTarget,
  serialOf: (lockID: LockId) => string | undefined
): Promise<string> => {
  const whole = target.kind === "command" ? { ...target, command: await definitionOf(target.command) } : target
  const line = lineOf(whole, serialOf)
  if (target.kind === "command" && target.ofSeveral === true) return "Commands are copied for one lock at a time."
  return line === null
    ? "The terminal has no command for this row."
    : copy(
        "Command",
        session.companyID === null ? line : line.replace(/^lockdesk /, `lockdesk --company ${session.companyID} `)
      )
}
