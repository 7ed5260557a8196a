import type { LockId } from "#core/base/ids.ts"
import type { CommandHead } from "#core/commands/registry.ts"
import { titleFor } from "#core/commands/severalLocks.ts"
import type { Words } from "#core/api/problem.ts"
import { wholeField } from "#web/app/definitions.ts"
import { missingFields } from "./readField.ts"
import type { Input } from "./PaletteRow.ts"
import type { Listing } from "./selection.ts"

/** The lock of an actions page. */
export interface AboutLock {
  readonly lockID: LockId
  readonly serialCode: string
}

/** A page of the palette. */
export type Page =
  | { readonly kind: "search" }
  | { readonly kind: "actions"; readonly about: AboutLock }
  | { readonly kind: "argument"; readonly command: CommandHead; readonly input: Input; readonly field: string }
  | {
      readonly kind: "confirm"
      readonly command: CommandHead
      readonly input: Input
      /** The question: the command, and its target in the words the user chose it by. */
      readonly question?: string
    }
  | { readonly kind: "working"; readonly command: CommandHead }
  | { readonly kind: "result"; readonly command: CommandHead; readonly value: unknown }
  | { readonly kind: "failed"; readonly command: CommandHead; readonly words: Words }

/** A page with its input and rows. */
export interface Frame {
  readonly page: Page
  readonly listing: Listing
  /** Why the last Enter did nothing. */
  readonly refused: Words | null
  /** The effect of the last key, if nothing else shows it. */
  readonly effect: string | null
}

/** Whether the first row is preselected. Never for locks, so that a partial serial code can't pick the wrong one. */
export const preselects = (page: Page): boolean =>
  page.kind !== "argument" || page.command.input[page.field]?.picks !== "lock"

/** The next page a command needs, or null if it can run. */
export const nextPage = (command: CommandHead, input: Input, confirmed: boolean): Page | null => {
  const [field] = missingFields(command, input)
  if (field !== undefined) return { kind: "argument", command, input, field }
  return command.risk === "dangerous" && !confirmed ? { kind: "confirm", command, input } : null
}

/** The next page for a command on several locks, or null. Not confirmed here, because the plan of the change is. */
export const nextOfSeveral = (command: CommandHead, input: Input): Page | null => {
  const [field] = missingFields(command, input).filter((key) => key !== "lockID")
  return field === undefined ? null : { kind: "argument", command, input, field }
}

/** Title of a command on a page, with the number of selected locks it acts on. */
export const pageTitle = (command: CommandHead, input: Input, several: number): string =>
  titleFor(command, command.subject === "lock" && input["lockID"] === undefined ? several : 0)

/** Question of a confirmation page. */
export const questionOf = ({ command, question }: Extract<Page, { kind: "confirm" }>): string =>
  question ?? command.title

/** Label and placeholder of a page's input. */
export const asks = (page: Page, several = 0): { readonly label: string; readonly placeholder: string } => {
  switch (page.kind) {
    case "search":
      return { label: "Palette", placeholder: "Search locks, facilities, commands" }
    case "actions":
      return { label: "Actions", placeholder: "Choose an action" }
    case "argument": {
      const field = wholeField(page.command, page.field) ?? page.command.input[page.field]
      const label = field?.label ?? page.field
      return {
        label: `${pageTitle(page.command, page.input, several)}: ${label}`,
        placeholder: field?.description === undefined ? label : `${label}: ${field.description}`
      }
    }
    case "confirm":
      return { label: questionOf(page), placeholder: "Press Enter again to confirm" }
    case "working":
    case "result":
    case "failed":
      return { label: page.command.title, placeholder: "" }
  }
}

/** Initial state of the palette. */
export interface Opening {
  readonly text: string
  /** Select the text, so that the next key replaces it. */
  readonly select: boolean
  /** Pages left with Esc. A search is restored as it was; other pages are offered as a row. */
  readonly draft: ReadonlyArray<Frame> | null
  /** A command that needs input or a confirmation. */
  readonly command: { readonly command: CommandHead; readonly input: Input } | null
  /** A command that can't run. What is typed for it goes nowhere. */
  readonly failed: Extract<Page, { kind: "failed" }> | null
}
