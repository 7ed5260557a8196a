import { failureText } from "#web/app/failures.ts"
import { LateLoading } from "./LateLoading.tsx"

interface ListEmptyProps {
  readonly loading: boolean
  readonly error: Error | null
  /** Why there are no rows, and the next step. */
  readonly hint: string
}

/** Shown if a list has no rows (001 §8: 'No data'). */
export const ListEmpty = ({ loading, error, hint }: ListEmptyProps) => {
  if (error !== null) {
    return <p role="alert">{failureText(error)}</p>
  }
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
