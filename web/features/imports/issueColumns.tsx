import "#web/ui/wholeText.css"
import type { ImportColumn } from "#core/imports/FacilityImport.ts"
import type { ListColumn } from "#web/ui/List.tsx"
import { CellField } from "./CellField.tsx"
import { cellOf, type Issue } from "./importIssues.ts"
import type { EditedCell } from "./useCellEditing.ts"

type Columns = ReadonlyArray<ImportColumn>

const none = <span className="faint">empty</span>

const secretOf = ({ column }: Issue, columns: Columns): boolean => column !== null && columns[column]?.secret === true

/** The found value of an issue, or the field to fix it. */
const found = (issue: Issue, cell: EditedCell | null, columns: Columns) =>
  cell?.id === issue.id ? (
    <CellField
      label={`${issue.header} of row ${issue.row}`}
      text={cellOf(issue, columns)}
      secret={secretOf(issue, columns)}
      busy={cell.busy}
      onKeep={cell.onKeep}
      onLeave={cell.onLeave}
    />
  ) : secretOf(issue, columns) ? (
    <span className="faint">hidden</span>
  ) : issue.found === "" ? (
    none
  ) : (
    <span title={issue.found}>{issue.found}</span>
  )

/** Columns of the issue list: where, expected, found, fix. */
export const issueColumns = (cell: EditedCell | null, columns: Columns): ReadonlyArray<ListColumn<Issue>> => [
  { id: "row", title: "Row", track: "64px", cell: ({ row }) => row },
  {
    id: "column",
    title: "Column",
    track: "minmax(110px, 0.7fr)",
    cell: ({ header }) => <span title={header}>{header}</span>
  },
  { id: "found", title: "Found", track: "minmax(150px, 1fr)", cell: (issue) => found(issue, cell, columns) },
  {
    id: "expected",
    title: "Expected",
    track: "minmax(190px, 2.2fr)",
    cell: ({ expected }) => (
      <span className="whole-text" title={expected}>
        {expected}
      </span>
    )
  },
  {
    id: "fix",
    title: "How to fix it",
    track: "minmax(150px, 1.2fr)",
    from: 860,
    cell: ({ fix }) => (
      <span className="whole-text" title={fix}>
        {fix}
      </span>
    )
  }
]

/** An issue on a narrow screen without columns. */
export const issueCard = (cell: EditedCell | null, columns: Columns) => (issue: Issue) => (
  <>
    <p>
      <strong>
        Row {issue.row}, {issue.header}
      </strong>
    </p>
    {cell?.id === issue.id ? (
      found(issue, cell, columns)
    ) : (
      <>
        <p className="muted">
          <span>Found {found(issue, cell, columns)}</span>
        </p>
        <p className="muted">
          <span className="whole-text">Expected {issue.expected}</span>
        </p>
      </>
    )}
  </>
)
