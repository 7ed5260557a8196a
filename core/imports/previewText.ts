import { countOf } from "#core/base/countOf.ts"
import { importNouns } from "#core/jobs/jobWords.ts"
import type { AnyImport } from "./UserImport.ts"

const willBeAdded = { importFacilities: "will be added", importUsers: "will be added and invited" } as const

/** One-line summary of what committing an import will do, without the counts that are zero. */
export const previewText = ({ kind, counts }: Pick<AnyImport, "kind" | "counts">): string => {
  const { create, update, skip, fail } = counts
  const parts = [
    ...(create === 0 ? [] : [`${countOf(create, ...importNouns[kind])} ${willBeAdded[kind]}`]),
    ...(update === 0 ? [] : [`${countOf(update, ...importNouns[kind])} will be updated`]),
    ...(skip === 0 ? [] : [`${countOf(skip, "row")} ${skip === 1 ? "has" : "have"} nothing to change`]),
    ...(fail === 0 ? [] : [`${countOf(fail, "row")} ${fail === 1 ? "fails" : "fail"} and won't be imported`])
  ]
  return `${parts.length === 0 ? "Nothing would change" : parts.join("; ")}.`
}
