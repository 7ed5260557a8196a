import "./ListLoading.css"
import type { Words } from "#core/api/problem.ts"
import { countText } from "#core/base/countText.ts"

/** Loading progress of a list. */
export interface Coming {
  /** Rows loaded. */
  readonly loaded: number
  /** Rows in total, or null while unknown. */
  readonly total: number | null
  /** Why loading stopped, or null while it continues. */
  readonly failure: Words | null
}

const share = ({ loaded, total }: Coming): string =>
  total === null ? countText(loaded) : `${countText(Math.min(loaded, total))} of ${countText(total)}`

/**
 * Shows that a list is still loading, and its progress. Progress isn't announced, because the list is `aria-busy`
 * meanwhile.
 */
export const ListLoading = ({ coming, noun }: { readonly coming: Coming; readonly noun: string }) => {
  if (coming.failure !== null) {
    return (
      <p className="list-loading" role="alert">
        Only {share(coming)} {noun} are loaded. {coming.failure.error} {coming.failure.next}
      </p>
    )
  }
  return (
    <p className="list-loading muted">
      <progress
        aria-label={`Loading ${noun}`}
        {...(coming.total === null ? {} : { value: Math.min(coming.loaded, coming.total), max: coming.total })}
      />
      {/* A count alone would look like a part of an unknown total. */}
      <span>{coming.loaded === 0 || coming.total === null ? "Loading\u2026" : `Loading\u2026 ${share(coming)}`}</span>
    </p>
  )
}
