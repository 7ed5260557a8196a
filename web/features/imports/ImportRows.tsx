import { useInfiniteQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useMemo } from "react"
import { countText } from "#core/base/countText.ts"
import { type RowOutcome, rowOutcomes } from "#core/imports/FacilityImport.ts"
import { fieldsOf } from "#core/imports/fieldsOf.ts"
import type { AnyImport, AnyImportRow } from "#core/imports/UserImport.ts"
import { useSearchValue } from "#web/app/useSearchValue.ts"
import type { AnyGiven } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { Facts } from "#web/ui/Facts.tsx"
import type { ListColumn } from "#web/ui/List.tsx"
import { PagedList } from "#web/ui/PagedList.tsx"
import { ToggleButton } from "#web/ui/ToggleButton.tsx"
import { importRowsQuery } from "./importQueries.ts"
import { useImportSubject } from "./importSubject.ts"
import { outcomeWords } from "./outcomes.ts"
import { useRowForm } from "./RowForm.tsx"

const none = <span className="faint">--</span>

const Outcome = ({ row: { outcome, done } }: { readonly row: AnyImportRow }) => {
  const { will, was, mark } = outcomeWords[outcome]
  return (
    <span className={`st ${mark}`}>
      <span>{done ? was : will}</span>
    </span>
  )
}

/** The row's name, as a link if there is something to open. */
const Name = ({ row }: { readonly row: AnyImportRow }) => {
  const { rowName, rowPath, rowCommand } = useImportSubject()
  const name = rowName(row)
  const path = rowPath(row)
  const text = name === "" ? none : <span title={name}>{name}</span>
  return path === null ? (
    text
  ) : (
    <Link to={path} data-command={rowCommand}>
      {text}
    </Link>
  )
}

const idOf = ({ row }: AnyImportRow): number => row

/** The rows of an import, filtered to one outcome by clicking its count. Rows of a planned import open for editing. */
export const ImportRows = ({ job }: { readonly job: AnyImport }) => {
  const { importID, counts, total, state, columns: fileColumns } = job
  const subject = useImportSubject()
  const { rowTitle, rowName } = subject
  const nameOf = (row: AnyImportRow): string => `Row ${row.row} ${rowName(row)}`.trim()
  const [wanted = null, setWanted] = useSearchValue(subject.at, "rows")
  const query = useInfiniteQuery(importRowsQuery(subject, importID, wanted))
  const [rowForm, setOpened] = useRowForm(job, query.data?.pages.flatMap((page) => page.data) ?? [])

  const labels = useMemo(
    () => new Map<string, string>(fieldsOf(job).map(({ name, label }) => [name, label])),
    [importID]
  )
  const what = ({ changes, problem }: AnyImportRow): string =>
    problem === null
      ? changes.map((name) => labels.get(name) ?? subject.otherLabels[name] ?? name).join(", ")
      : problem.error
  const columns = useMemo(
    (): ReadonlyArray<ListColumn<AnyImportRow>> => [
      { id: "row", title: "Row", track: "64px", cell: ({ row }) => row },
      { id: "name", title: rowTitle, track: "minmax(130px, 1fr)", cell: (row) => <Name row={row} /> },
      { id: "outcome", title: "Outcome", track: "minmax(160px, 0.8fr)", cell: (row) => <Outcome row={row} /> },
      {
        id: "what",
        title: "Changes or problem",
        track: "minmax(160px, 2fr)",
        cell: (row) => (what(row) === "" ? none : <span title={what(row)}>{what(row)}</span>)
      }
    ],
    [labels, subject]
  )
  const card = (row: AnyImportRow) => (
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
  const peek = (row: AnyImportRow) => (
    <Facts
      facts={{
        Row: row.row,
        Outcome: <Outcome row={row} />,
        ...Object.fromEntries(
          fileColumns.map(({ header, secret }, at) => [
            header === "" ? `Column ${at + 1}` : header,
            secret ? (row.secretsSet.includes(at) ? "hidden" : "") : row.cells[at]
          ])
        ),
        ...(row.problem === null ? {} : { Problem: row.problem.error, "How to fix it": row.problem.fix })
      }}
    />
  )
  const show = (next: RowOutcome | null): void => setWanted(next ?? undefined)
  useCommands({
    scope: "anywhere",
    handlers: {
      "importScreen.show": ({ input }: AnyGiven) => {
        const named = input?.["outcome"]
        if (named === "all") return show(null)
        const asked = rowOutcomes.find((each) => each === named)
        if (asked !== undefined) return show(asked)
        // The key names no outcome: go to the next one with rows, and to all of them after the last.
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
          command="importScreen.show"
          given={{ input: { outcome: "all" } }}
          pressed={wanted === null}
          label={`All ${countText(total)}`}
          refused={null}
          inTab
        >
          All {countText(total)}
        </ToggleButton>
        {rowOutcomes.map((each) => (
          <ToggleButton
            key={each}
            command="importScreen.show"
            given={{ input: { outcome: each } }}
            pressed={wanted === each}
            label={`${outcomeWords[each].title} ${countText(counts[each])}`}
            refused={null}
            inTab
          >
            {outcomeWords[each].title} {countText(counts[each])}
          </ToggleButton>
        ))}
      </div>
      <PagedList
        query={query}
        idOf={idOf}
        nouns={["row", "rows"]}
        total={wanted === null ? total : counts[wanted]}
        hint={wanted === null ? "This import has no rows." : "No rows with this outcome."}
        label="Rows of the import"
        columns={columns}
        card={card}
        nameOf={nameOf}
        peek={peek}
        {...(state === "planned" ? { onOpen: ({ row }: AnyImportRow) => setOpened(row) } : {})}
      />
      {rowForm}
    </section>
  )
}
