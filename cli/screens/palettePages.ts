import type { ShownLock } from "#core/locks/Lock.ts"
import type { InputSpec } from "#cli/specs/CommandSpec.ts"
import type { ChosenCommand } from "./ChosenCommand.ts"
import type { Asked } from "./paletteData.ts"

/** The pages stacked over the search. Only the page that shows a combination has it. */
export type Page =
  | { readonly kind: "waiting"; readonly what: string }
  | { readonly kind: "argument"; readonly chosen: ChosenCommand; readonly input: InputSpec }
  | OpenQuestion
  | { readonly kind: "result"; readonly title: string; readonly lines: ReadonlyArray<string> }
  | { readonly kind: "lock"; readonly lock: ShownLock }
  | { readonly kind: "reveal"; readonly serialCode: string; readonly reason: string | null }

/** A command's question waiting for its answer. */
export interface OpenQuestion extends Asked {
  readonly kind: "question"
  /** Distinguishes it from the previous question. */
  readonly number: number
  readonly title: string
  readonly onAnswer: (answer: string) => void
  /** Ends the command. */
  readonly onCancel: () => void
}
