import type { ShownLock } from "#core/locks/Lock.ts"
import type { InputSpec } from "#cli/specs/CommandSpec.ts"
import type { ChosenCommand } from "./ChosenCommand.ts"
import type { Asked } from "./paletteData.ts"

/** What lies over the search, one on the other. No page holds a combination but the one that shows it. */
export type Page =
  | { readonly kind: "waiting"; readonly what: string }
  | { readonly kind: "argument"; readonly chosen: ChosenCommand; readonly input: InputSpec }
  | OpenQuestion
  | { readonly kind: "result"; readonly title: string; readonly lines: ReadonlyArray<string> }
  | { readonly kind: "lock"; readonly lock: ShownLock }
  | { readonly kind: "reveal"; readonly serialCode: string; readonly reason: string | null }

/** A question of a command that waits for the answer. */
export interface OpenQuestion extends Asked {
  readonly kind: "question"
  /** Tells it from the question before. */
  readonly number: number
  readonly title: string
  readonly onAnswer: (answer: string) => void
  /** Ends the command. */
  readonly onCancel: () => void
}
