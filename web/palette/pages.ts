import type { CommandHead } from "#core/commands/registry.ts"
import { titleFor } from "#core/commands/severalLocks.ts"
import type { Words } from "#core/api/problem.ts"
import { wholeField } from "#web/app/definitions.ts"
import { missingFields } from "./readField.ts"
import type { Input } from "./PaletteRow.ts"
import type { Listing } from "./selection.ts"

/** A lock that actions are about. */
export interface AboutLock {
  readonly lockID: number
  readonly serialCode: string
}

/** What the palette shows. */
export type Page =
  | { readonly kind: "search" }
  | { readonly kind: "actions"; readonly about: AboutLock }
  | { readonly kind: "argument"; readonly command: CommandHead; readonly input: Input; readonly field: string }
  | {
      readonly kind: "confirm"
      readonly command: CommandHead
      readonly input: Input
      /** What is asked: the command, and what it is about in the words it was chosen by. */
      readonly question?: string
    }
  | { readonly kind: "working"; readonly command: CommandHead }
  | { readonly kind: "result"; readonly command: CommandHead; readonly value: unknown }
  | { readonly kind: "failed"; readonly command: CommandHead; readonly words: Words }

/** A page with what was typed on it. */
export interface Frame {
  readonly page: Page
  readonly listing: Listing
  /** Why the last Enter did nothing. */
  readonly refused: Words | null
  /** What the last key did, when nothing else shows it. */
  readonly told: string | null
}

/** Whether Enter takes the first row by itself. A lock is never guessed from a part of its serial code. */
export const preselects = (page: Page): boolean =>
  page.kind !== "argument" || page.command.input[page.field]?.picks !== "lock"

/** The page that a command needs next, or null when it can be run. */
export const nextPage = (command: CommandHead, input: Input, confirmed: boolean): Page | null => {
  const [field] = missingFields(command, input)
  if (field !== undefined) return { kind: "argument", command, input, field }
  return command.risk === "dangerous" && !confirmed ? { kind: "confirm", command, input } : null
}

/** The page that a command on several selected locks needs next, or null: the plan of the change is confirmed, not this. */
export const nextOfSeveral = (command: CommandHead, input: Input): Page | null => {
  const [field] = missingFields(command, input).filter((key) => key !== "lockID")
  return field === undefined ? null : { kind: "argument", command, input, field }
}

/** What a command is called on a page, with the number of locks it is about where several are selected. */
export const pageTitle = (command: CommandHead, input: Input, several: number): string =>
  titleFor(command, command.subject === "lock" && input["lockID"] === undefined ? several : 0)

/** What a page that asks for a second Enter is called. */
export const questionOf = ({ command, question }: Extract<Page, { kind: "confirm" }>): string =>
  question ?? command.title

/** What a page asks for, as the input says it. */
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
