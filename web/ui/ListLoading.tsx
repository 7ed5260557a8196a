import "./ListLoading.css"
import type { Words } from "#core/api/problem.ts"
import { countText } from "#core/base/countText.ts"

/** What is still loading of a list. */
export interface Coming {
  /** Rows that are here. */
  readonly loaded: number
  /** Rows of the whole list, or null while that is not known. */
  readonly total: number | null
  /** Why loading stopped, or null while it goes on. */
  readonly failure: Words | null
}

const share = ({ loaded, total }: Coming): string =>
  total === null ? countText(loaded) : `${countText(Math.min(loaded, total))} of ${countText(total)}`

/** That a list is not whole yet, and how much of it is here. Not announced at every step: the list is `aria-busy` meanwhile. */
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
      {/* A number alone would read as a part of something nobody knows. */}
      <span>{coming.loaded === 0 || coming.total === null ? "Loading\u2026" : `Loading\u2026 ${share(coming)}`}</span>
    </p>
  )
}
