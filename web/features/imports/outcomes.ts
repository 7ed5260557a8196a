import { countOf } from "#core/base/countOf.ts"
import { countText } from "#core/base/countText.ts"
import type { OutcomeCounts, RowOutcome } from "#core/imports/FacilityImport.ts"
import type { AnyImport } from "#core/imports/UserImport.ts"

/** Texts for a row's outcome: of the filter, and of the row before and after committing. */
export const outcomeWords: Readonly<
  Record<RowOutcome, { readonly title: string; readonly will: string; readonly was: string; readonly mark: string }>
> = {
  create: { title: "Create", will: "Will be created", was: "Created", mark: "green" },
  update: { title: "Update", will: "Will be updated", was: "Updated", mark: "blue" },
  skip: { title: "Skip", will: "Nothing to change", was: "Nothing to change", mark: "grey" },
  fail: { title: "Fail", will: "Will not be imported", was: "Failed", mark: "orange" }
}

/** Number of rows that committing changes. */
export const changing = ({ create, update }: OutcomeCounts): number => create + update

const are = (count: number, one: string, several: string): string => (count === 1 ? one : several)

/**
 * One-line summary of what committing will do. `nouns` are the singular and plural of the imported items,
 * `willCreate` the text for new ones.
 */
export const previewText = (
  [one, several]: readonly [one: string, several: string],
  willCreate: string,
  { create, update, skip, fail }: OutcomeCounts
): string =>
  [
    ...(create === 0 ? [] : [`${countText(create)} ${are(create, one, several)} ${willCreate}`]),
    ...(update === 0 ? [] : [`${countText(update)} ${are(update, one, several)} will be updated`]),
    ...(create + update === 0 ? ["Nothing would change"] : []),
    ...(skip === 0 ? [] : [`${countText(skip)} ${are(skip, "has", "have")} nothing to change`]),
    ...(fail === 0 ? [] : [`${countText(fail)} ${are(fail, "row fails and won't", "rows fail and won't")} be imported`])
  ]
    .join("; ")
    .concat(".")

/** One-line result of an import so far. */
export const resultText = ({ total, done, failed, counts, state }: AnyImport): string => {
  const { create, update, skip } = counts
  const rows = `${countText(done)} of ${countOf(total, "row")}`
  if (state !== "done") return failed === 0 ? rows : `${rows}, ${countText(failed)} failed`
  return [
    rows,
    `${countText(create)} created`,
    `${countText(update)} updated`,
    ...(skip === 0 ? [] : [`${countText(skip)} had nothing to change`]),
    ...(failed === 0 ? [] : [`${countText(failed)} failed`])
  ].join(", ")
}
