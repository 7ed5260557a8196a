import type { AnyCommand } from "#core/commands/registry.ts"
import type { Words } from "#core/api/problem.ts"
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
  | { readonly kind: "argument"; readonly command: AnyCommand; readonly input: Input; readonly field: string }
  | { readonly kind: "confirm"; readonly command: AnyCommand; readonly input: Input }
  | { readonly kind: "working"; readonly command: AnyCommand }
  | { readonly kind: "result"; readonly command: AnyCommand; readonly value: unknown }
  | { readonly kind: "failed"; readonly command: AnyCommand; readonly words: Words }

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
export const nextPage = (command: AnyCommand, input: Input, confirmed: boolean): Page | null => {
  const [field] = missingFields(command, input)
  if (field !== undefined) return { kind: "argument", command, input, field }
  return command.risk === "dangerous" && !confirmed ? { kind: "confirm", command, input } : null
}

/** What a page asks for, as the input says it. */
export const asks = (page: Page): { readonly label: string; readonly placeholder: string } => {
  switch (page.kind) {
    case "search":
      return { label: "Palette", placeholder: "Search locks, facilities, commands" }
    case "actions":
      return { label: "Actions", placeholder: "What to do with it" }
    case "argument": {
      const field = page.command.input[page.field]
      return {
        label: `${page.command.title}: ${field?.label ?? page.field}`,
        placeholder: field === undefined ? "" : `${field.label}: ${field.description}`
      }
    }
    case "confirm":
      return { label: page.command.title, placeholder: "Enter again to do it" }
    case "working":
    case "result":
    case "failed":
      return { label: page.command.title, placeholder: "" }
  }
}
