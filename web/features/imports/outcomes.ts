import { countOf } from "#core/base/countOf.ts"
import { countText } from "#core/base/countText.ts"
import type { OutcomeCounts, RowOutcome } from "#core/imports/FacilityImport.ts"
import type { AnyImport } from "#core/imports/UserImport.ts"

/** Texts for a row's outcome: of the filter, and of the row before and after committing. */
export const outcomeWords: Readonly<
  Record<RowOutcome, { readonly title: string; readonly will: string; readonly was: string; readonly mark: string }>
> = {
  create: { title: "Add", will: "Will be added", was: "Added", mark: "green" },
  update: { title: "Update", will: "Will be updated", was: "Updated", mark: "blue" },
  skip: { title: "Skip", will: "Nothing to change", was: "Nothing to change", mark: "grey" },
  fail: { title: "Fail", will: "Will not be imported", was: "Failed", mark: "orange" }
}

/** Number of rows that committing changes. */
export const changing = ({ create, update }: OutcomeCounts): number => create + update

type ImportCounts = Pick<AnyImport, "total" | "done" | "failed" | "counts" | "state">

/** One-line result of an import so far, without the counts that are zero. */
export const resultText = ({ total, done, failed, counts, state }: ImportCounts): string => {
  const { create, update, skip } = counts
  const ended = [
    ...(create === 0 ? [] : [`${countText(create)} added`]),
    ...(update === 0 ? [] : [`${countText(update)} updated`]),
    ...(skip === 0 ? [] : [`${countText(skip)} had nothing to change`])
  ]
  return [
    `${countText(done)} of ${countOf(total, "row")}`,
    ...(state === "done" ? ended : []),
    ...(failed === 0 ? [] : [`${countText(failed)} failed`])
  ].join(", ")
}
