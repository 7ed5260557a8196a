import { type QueryFilters, useIsFetching, useQueryClient } from "@tanstack/react-query"
import { failureText } from "#web/app/failures.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "./CommandButton.tsx"
import { LateLoading } from "./LateLoading.tsx"

interface ListEmptyProps {
  readonly loading: boolean
  readonly error: Error | null
  /** Why there are no rows, and the next step. */
  readonly hint: string
}

/** Shown if a list has no rows (001 §8: 'No data'). */
export const ListEmpty = ({ loading, error, hint }: ListEmptyProps) => {
  if (error !== null) return <ListFailed error={error} />
  if (loading) return <LateLoading />
  return (
    <>
      <p>
        <strong>No data</strong>
      </p>
      <p>{hint}</p>
    </>
  )
}

/** The queries of the screen that failed. */
const failed = { type: "active", predicate: ({ state }) => state.status === "error" } as const satisfies QueryFilters

/** Shown if a list couldn't be loaded: why, and a button that loads what failed again. */
const ListFailed = ({ error }: { readonly error: Error }) => {
  const queries = useQueryClient()
  const again = useIsFetching(failed) > 0
  useCommands({ scope: "anywhere", handlers: { "page.reload": () => void queries.refetchQueries(failed) } })
  return (
    <>
      <p role="alert">{failureText(error)}</p>
      <p>
        <CommandButton command="page.reload" notYet={again ? "Loading…" : null}>
          Try again
        </CommandButton>
      </p>
    </>
  )
}
