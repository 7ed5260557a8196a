import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "./CommandButton.tsx"

interface MoreRowsProps {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
  /** Plural of a row. */
  readonly noun: string
}

/** Button below a list that loads its next page. */
export const MoreRows = ({ query: { hasNextPage, isFetchingNextPage, fetchNextPage }, noun }: MoreRowsProps) => {
  useCommands({ scope: "anywhere", handlers: { "list.more": () => void fetchNextPage() } }, hasNextPage)
  return hasNextPage ? (
    <p className="list-more">
      <CommandButton command="list.more" notYet={isFetchingNextPage ? "Loading…" : null}>
        Show more {noun}
      </CommandButton>
    </p>
  ) : null
}
