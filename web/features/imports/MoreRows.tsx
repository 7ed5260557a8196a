import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"

interface MoreRowsProps {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
}

/** The way to rows behind those that are here. */
export const MoreRows = ({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreRowsProps) => {
  useCommands({ scope: "anywhere", handlers: { "facilityImport.more": () => void fetchNextPage() } }, hasNextPage)
  return hasNextPage ? (
    <p className="import-more">
      <CommandButton command="facilityImport.more" notYet={isFetchingNextPage ? "They are on their way." : null}>
        Show more rows
      </CommandButton>
    </p>
  ) : null
}
