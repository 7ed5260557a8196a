import { countOf } from "#core/base/countOf.ts"

/** The message after an assignment from the inventory (001 §8). `unchanged` locks were already at the facility. */
export const assignedWords = (selected: number, unchanged: number, left: number): string => {
  if (left > 0) return `${left} locks were not activated`
  if (unchanged === 0) return "All locks are assigned successfully"
  return unchanged === selected
    ? "No changes. The locks are already at this facility."
    : `${countOf(selected - unchanged, "lock")} assigned, ${unchanged} ${unchanged === 1 ? "was" : "were"} already at this facility.`
}
