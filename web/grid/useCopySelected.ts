import { copyText } from "#web/app/copyText.ts"
import { toast } from "#web/app/notices.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { countOf } from "#core/base/countOf.ts"
import { tellHidden } from "./tellHidden.ts"

interface Selected {
  readonly count: number
  /** How many of them are hidden. */
  readonly hidden: number
}

/** Copies the selected rows, one per line. */
export const useCopySelected = ({ count, hidden }: Selected, lines: () => ReadonlyArray<string>): void => {
  const copy = (): void => {
    if (hidden > 0) return tellHidden(hidden, "copied")
    const found = lines()
    if (found.length < count) {
      return toast(
        "info",
        "Some of the selected rows are still loading, so nothing was copied.",
        "Try again in a moment."
      )
    }
    void copyText(found.join("\n"), `${countOf(found.length, "row")} copied.`)
  }
  useCommands({ scope: "lists", handlers: { "list.copySelected": copy } }, count > 0)
}
