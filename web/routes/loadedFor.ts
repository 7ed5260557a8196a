import { Predicate } from "effect"

interface Matched {
  readonly matches: ReadonlyArray<{ readonly context: object }>
}

/** The company that the screen on show was loaded for: the guard says so. */
export const loadedFor = ({ matches }: Matched): number | null => {
  const guarded = matches.find(({ context }) => "companyID" in context)?.context
  return Predicate.hasProperty(guarded, "companyID") && Number.isInteger(guarded.companyID)
    ? Number(guarded.companyID)
    : null
}
