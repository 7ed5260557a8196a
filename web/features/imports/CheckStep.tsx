import { countOf } from "#core/base/countOf.ts"
import { useInfiniteQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { countText } from "#core/base/countText.ts"
import type { AnyImport } from "#core/imports/UserImport.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Facts } from "#web/ui/Facts.tsx"
import { List } from "#web/ui/List.tsx"
import { ListEmpty } from "#web/ui/ListEmpty.tsx"
import { rowsOf } from "#web/ui/ListRows.ts"
import { MoreRows } from "#web/ui/MoreRows.tsx"
import { ErrorFileButton } from "./ErrorFileButton.tsx"
import { type Issue, issuesOf } from "./importIssues.ts"
import { importRowsQuery } from "./importQueries.ts"
import { useImportSubject } from "./importSubject.ts"
import { issueCard, issueColumns } from "./issueColumns.tsx"
import { useRowForm } from "./RowForm.tsx"
import { SecretNote } from "./SecretNote.tsx"
import { useCellEditing } from "./useCellEditing.ts"

/**
 * Card heights in pixels. The expected value is never cut off, so cards with longer ones are taller. `oneLine` is the
 * number of characters per line.
 */
const oneLine = 40
const cardHeights = { short: 92, long: 132 } as const

const idOf = ({ id }: Issue): number => id
const nameOf = ({ row, header, expected }: Issue): string => `Row ${row}, ${header}: ${expected}`

const peek = ({ row, header, expected, found, fix }: Issue) => (
  <Facts facts={{ Row: row, Column: header, Expected: expected, Found: found, "How to fix it": fix }} />
)

/** The errors in the file, each fixed in place. */
export const CheckStep = ({ job }: { readonly job: AnyImport }) => {
  const subject = useImportSubject()
  const { screen } = subject
  const { columns, counts, importID } = job
  const query = useInfiniteQuery(importRowsQuery(subject, importID, "fail"))
  const { data, error, hasNextPage } = query
  const failed = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const issues = useMemo(() => issuesOf(failed, columns), [failed, columns])
  const [rowForm, setOpened] = useRowForm(job, failed)
  const editing = useCellEditing(job, issues, setOpened)
  const { cell } = editing
  // A new object when a cell starts or stops being edited, so that its row re-renders.
  const rows = useMemo(() => ({ ...rowsOf(issues, idOf) }), [issues, cell])
  const shown = useMemo(() => issueColumns(cell, columns), [cell, columns])
  useCommands(
    {
      scope: "anywhere",
      handlers: {
        "importScreen.next": () => void center.perform("lists.next"),
        "importScreen.previous": () => void center.perform("lists.previous"),
        [`${screen}.edit`]: editing.editCurrent
      }
    },
    issues.length > 0
  )
  useCommands({
    scope: "anywhere",
    handlers: { "form.submit": () => void center.perform(`${screen}.preview`) }
  })
  const status =
    counts.fail === 0
      ? "No issues in this file."
      : `${countText(issues.length)}${hasNextPage ? " or more" : ""} ${issues.length === 1 && !hasNextPage ? "issue" : "issues"} in ${countText(counts.fail)} of ${countOf(job.total, "row")}. Rows with issues won't be imported.`
  return (
    <section aria-labelledby="import-check">
      <h2 id="import-check" className="import-title">
        Issues
      </h2>
      <div className="toolbar">
        <p className="import-status" role="status">
          {data === undefined ? "" : `${editing.result} ${status}`}
        </p>
        <span className="import-buttons">
          {issues.length === 0 ? null : (
            <>
              <CommandButton command="importScreen.previous" />
              <CommandButton command="importScreen.next" />
            </>
          )}
          {counts.fail === 0 ? null : <ErrorFileButton importID={importID} />}
          <CommandButton command={`${screen}.preview`} sends look="primary" />
        </span>
      </div>
      {counts.fail === 0 ? null : <SecretNote columns={columns} />}
      <div ref={editing.frame}>
        <List
          label="Issues"
          rows={rows}
          columns={shown}
          card={issueCard(cell, columns)}
          cardHeight={issues.some(({ expected }) => expected.length > oneLine) ? cardHeights.long : cardHeights.short}
          nameOf={nameOf}
          peek={peek}
          onOpen={editing.edit}
          actions={[]}
          busy={data === undefined}
          where={editing.where}
          onWhere={editing.setWhere}
          empty={
            <ListEmpty
              loading={data === undefined}
              error={error}
              hint="Every row can be imported. Press Ctrl+Enter to preview the import."
            />
          }
        />
      </div>
      <MoreRows query={query} noun="rows" />
      {rowForm}
    </section>
  )
}
