import { Predicate } from "effect"

interface Matched {
  readonly matches: ReadonlyArray<{ readonly context: object }>
}

/** The company the current screen was loaded for, as set by the guard. */
export const loadedFor = ({ matches }: Matched): number | null => {
  const guarded = matches.find(({ context }) => "companyID" in context)?.context
  return Predicate.hasProperty(guarded, "companyID") && Number.isInteger(guarded.companyID)
    ? Number(guarded.companyID)
    : null
}
