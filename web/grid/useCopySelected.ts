import { copyText } from "#web/app/copyText.ts"
import { toast } from "#web/app/notices.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { countOf } from "#core/base/countOf.ts"

/** Copies the selected rows, a line each. */
export const useCopySelected = (selected: ReadonlySet<number>, lines: () => ReadonlyArray<string>): void => {
  const copy = (): void => {
    const found = lines()
    if (found.length < selected.size) {
      return toast(
        "info",
        "Some of the selected rows are not listed now.",
        "Clear the search and the filters, and try again."
      )
    }
    void copyText(found.join("\n"), `${countOf(found.length, "row")} copied.`)
  }
  useCommands({ scope: "lists", handlers: { "list.copySelected": copy } }, selected.size > 0)
}
