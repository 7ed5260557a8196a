import { type Failure, usageFailure } from "./output/Failure.ts"
import { type CommandSpec, pathText } from "./specs/CommandSpec.ts"

/** Options that change nothing by themselves. */
const conditions: ReadonlySet<string> = new Set(["if-version"])

/** Refuses to edit something without any option that says what to change; null if there is one. */
export const nothingToEdit = (
  spec: CommandSpec,
  given: Readonly<Record<string, string | true | undefined>>
): Failure | null => {
  if (spec.path[1] !== "edit") return null
  const options = spec.inputs.filter(({ place, name }) => place === "option" && !conditions.has(name))
  if (options.some(({ key }) => given[key] !== undefined)) return null
  return usageFailure(
    `'${pathText(spec)}' has no option that says what to change.`,
    `Add at least one of ${options.map(({ name }) => `--${name}`).join(", ")}.`
  )
}
