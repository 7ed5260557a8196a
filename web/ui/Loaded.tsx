import type { ReactNode } from "react"
import { failureText } from "#web/app/failures.ts"
import { ScreenLoading } from "./ScreenLoading.tsx"

interface LoadedProps<A> {
  readonly query: { readonly data: A | undefined; readonly error: Error | null }
  readonly children: (data: A) => ReactNode
}

/** Shows the data of a query; until then that it is loading, or why it couldn't be loaded. */
export const Loaded = <A,>({ query: { data, error }, children }: LoadedProps<A>) => {
  if (data !== undefined) return children(data)
  return error === null ? <ScreenLoading /> : <p role="alert">{failureText(error)}</p>
}
