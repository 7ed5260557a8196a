import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { useImportSubject } from "./importSubject.ts"

interface MoreRowsProps {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
  /** "n of m" text. Without it the list shows the count. */
  readonly shown?: string
}

/** Button that loads more rows. */
export const MoreRows = ({ query: { hasNextPage, isFetchingNextPage, fetchNextPage }, shown }: MoreRowsProps) => {
  const { screen } = useImportSubject()
  useCommands({ scope: "anywhere", handlers: { [`${screen}.more`]: () => void fetchNextPage() } }, hasNextPage)
  return hasNextPage ? (
    <p className="import-more">
      {shown === undefined ? null : <span className="muted">{shown}</span>}
      <CommandButton command={`${screen}.more`} notYet={isFetchingNextPage ? "Loading\u2026" : null}>
        Show more rows
      </CommandButton>
    </p>
  ) : null
}
