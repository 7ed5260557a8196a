import type { ShownLock } from "#core/locks/Lock.ts"
import type { CommandSpec, InputSpec } from "#cli/specs/CommandSpec.ts"

type Given = Readonly<Record<string, string>>

/** What lies over the search, one on the other. No page holds a combination but the one that shows it. */
export type Page =
  | { readonly kind: "waiting"; readonly what: string }
  | { readonly kind: "argument"; readonly spec: CommandSpec; readonly given: Given; readonly input: InputSpec }
  | { readonly kind: "confirm"; readonly spec: CommandSpec; readonly given: Given }
  | { readonly kind: "result"; readonly title: string; readonly lines: ReadonlyArray<string> }
  | { readonly kind: "lock"; readonly lock: ShownLock }
  | { readonly kind: "reveal"; readonly serialCode: string; readonly reason: string | null }

/** Inputs of a command that are needed and not given yet. The reason of a reveal has a page of its own. */
export const missingInputs = (spec: CommandSpec, given: Given): ReadonlyArray<InputSpec> =>
  spec.inputs.filter(
    (input) => input.required && input.place !== "asked" && !(input.key in given) && input.key !== "reason"
  )

/** Whether Enter has to be pressed a second time. */
export const needsSecondEnter = (spec: CommandSpec): boolean => spec.risk === "dangerous"
