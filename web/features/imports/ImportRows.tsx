import { useInfiniteQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useMemo, useState } from "react"
import type { FmsId } from "#core/fms/fmsSystems.ts"
import { type FacilityImport, type ImportRow, type RowOutcome, rowOutcomes } from "#core/imports/FacilityImport.ts"
import { importFields } from "#core/imports/importFields.ts"
import { facilityPath } from "#core/navigation/facilityPath.ts"
import { useAddressText } from "#web/app/useAddressText.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { Facts } from "#web/ui/Facts.tsx"
import { List, type ListColumn } from "#web/ui/List.tsx"
import { ListEmpty } from "#web/ui/ListEmpty.tsx"
import { rowsOf } from "#web/ui/ListRows.ts"
import { ToggleButton } from "#web/ui/ToggleButton.tsx"
import { importRowsQuery } from "./importQueries.ts"
import { MoreRows } from "./MoreRows.tsx"
import { outcomeWords } from "./outcomes.ts"
import { RowForm } from "./RowForm.tsx"

const none = <span className="faint">--</span>

const Outcome = ({ row: { outcome, done } }: { readonly row: ImportRow }) => {
  const { will, was, mark } = outcomeWords[outcome]
  return (
    <span className={`st ${mark}`}>
      <span>{done ? was : will}</span>
    </span>
  )
}

/** The name, leading to the facility where there is one. */
const Name = ({ row: { facilityID, facilityName } }: { readonly row: ImportRow }) => {
  const text = facilityName === "" ? none : <span title={facilityName}>{facilityName}</span>
  return facilityID === null ? (
    text
  ) : (
    <Link to={facilityPath(facilityID)} data-command="facilities.edit">
      {text}
    </Link>
  )
}

const idOf = ({ row }: ImportRow): number => row
const nameOf = ({ row, facilityName }: ImportRow): string => `Row ${row} ${facilityName}`.trim()

/** The rows of an import, narrowed to one outcome by its count. A planned one opens to be fixed. */
export const ImportRows = ({ job }: { readonly job: FacilityImport }) => {
  const { importID, counts, total, state, managementSoftware, columns: fileColumns } = job
  const [text, setText] = useAddressText("rows")
  const wanted = rowOutcomes.find((each) => each === text) ?? null
  const query = useInfiniteQuery(importRowsQuery(importID, wanted))
  const { data, error } = query
  const items = useMemo(() => data?.pages.flatMap(({ rows }) => rows) ?? [], [data])
  const rows = useMemo(() => rowsOf(items, idOf), [items])
  const [opened, setOpened] = useState<number | null>(null)
  const open = items.find(({ row }) => row === opened)

  const what = ({ changes, problem }: ImportRow): string =>
    problem === null ? changes.map((name) => labelOf(managementSoftware, name)).join(", ") : problem.error
  const columns = useMemo(
    (): ReadonlyArray<ListColumn<ImportRow>> => [
      { id: "row", title: "Row", track: "64px", cell: ({ row }) => row },
      { id: "name", title: "Facility Name", track: "minmax(130px, 1fr)", cell: (row) => <Name row={row} /> },
      { id: "outcome", title: "Outcome", track: "minmax(160px, 0.8fr)", cell: (row) => <Outcome row={row} /> },
      {
        id: "what",
        title: "Changes, or what is wrong",
        track: "minmax(160px, 2fr)",
        cell: (row) => (what(row) === "" ? none : <span title={what(row)}>{what(row)}</span>)
      }
    ],
    [managementSoftware]
  )
  const card = (row: ImportRow) => (
    <>
      <p>
        <span className="muted">Row {row.row}</span>
        <Name row={row} />
      </p>
      <p>
        <Outcome row={row} />
        <span className="muted">{what(row)}</span>
      </p>
    </>
  )
  const peek = (row: ImportRow) => (
    <Facts
      facts={{
        Row: row.row,
        Outcome: <Outcome row={row} />,
        ...Object.fromEntries(
          fileColumns.map(({ header, secret }, at) => [
            header === "" ? `Column ${at + 1}` : header,
            secret ? (row.secretsSet.includes(at) ? "kept secret" : "") : row.cells[at]
          ])
        ),
        ...(row.problem === null ? {} : { "What is wrong": row.problem.error, "How to fix it": row.problem.fix })
      }}
    />
  )
  const show = (next: RowOutcome | null): void => setText(next ?? "")
  useCommands({
    scope: "anywhere",
    handlers: {
      "facilityImport.show": ({ input }) => {
        const named = input?.outcome
        if (named === "all") return show(null)
        const asked = rowOutcomes.find((each) => each === named)
        if (asked !== undefined) return show(asked)
        // Without a name, by its key: the next one that has rows, after the last one all of them.
        const behind = rowOutcomes.slice(wanted === null ? 0 : rowOutcomes.indexOf(wanted) + 1)
        show(behind.find((each) => counts[each] > 0) ?? null)
      }
    }
  })
  return (
    <section aria-labelledby="import-rows">
      <h2 id="import-rows" className="import-title">
        Rows
      </h2>
      <div role="group" aria-label="Which rows" className="import-filters">
        <ToggleButton
          command="facilityImport.show"
          given={{ input: { outcome: "all" } }}
          pressed={wanted === null}
          label={`All ${total}`}
          refused={null}
          inTab
        >
          All {total}
        </ToggleButton>
        {rowOutcomes.map((each) => (
          <ToggleButton
            key={each}
            command="facilityImport.show"
            given={{ input: { outcome: each } }}
            pressed={wanted === each}
            label={`${outcomeWords[each].title} ${counts[each]}`}
            refused={null}
            inTab
          >
            {outcomeWords[each].title} {counts[each]}
          </ToggleButton>
        ))}
      </div>
      <List
        label="Rows of the import"
        rows={rows}
        columns={columns}
        card={card}
        nameOf={nameOf}
        peek={peek}
        {...(state === "planned" ? { onOpen: ({ row }: ImportRow) => setOpened(row) } : {})}
        actions={[]}
        busy={data === undefined}
        empty={
          <ListEmpty
            loading={data === undefined}
            error={error}
            hint={wanted === null ? "This import has no rows." : "No row comes to this."}
          />
        }
      />
      <MoreRows query={query} shown={`${rows.count} of ${wanted === null ? total : counts[wanted]} rows are listed.`} />
      {open === undefined ? null : <RowForm key={open.row} job={job} row={open} onClose={() => setOpened(null)} />}
    </section>
  )
}

/** What is changed besides the fields that a column has. */
const otherLabels: Readonly<Record<string, string>> = {
  managementSoftware: "Management Software",
  fms: "FMS connection"
}

/** What a changed field is called. */
const labelOf = (software: FmsId, name: string): string =>
  importFields(software).find((field) => field.name === name)?.label ?? otherLabels[name] ?? name
