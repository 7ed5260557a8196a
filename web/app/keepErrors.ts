import type { Query } from "@tanstack/react-query"
import { queries } from "./queries.ts"

/**
 * Keeps the error of a query without data while it is fetched again, so that the error stays readable. TanStack Query drops it when a
 * fetch begins. Returns a function that stops.
 */
export const keepErrors = (): (() => void) => {
  const errors = new WeakMap<Query, Error>()
  return queries.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return
    const { query, action } = event
    if (action.type === "error") errors.set(query, action.error)
    if (action.type === "success") errors.delete(query)
    const error = errors.get(query)
    if (action.type === "fetch" && error !== undefined && query.state.data === undefined) {
      query.setState({ status: "error", error })
    }
  })
}
