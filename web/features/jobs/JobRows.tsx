import { useInfiniteQuery } from "@tanstack/react-query"
import type { Job, JobRow } from "#core/jobs/Job.ts"
import { outcomeText } from "#core/jobs/jobWords.ts"
import { jobRowsQuery, type RowsWanted } from "#web/app/jobQueries.ts"
import { useSearchValue } from "#web/app/useSearchValue.ts"
import { Facts } from "#web/ui/Facts.tsx"
import type { ListColumn } from "#web/ui/List.tsx"
import { PagedList } from "#web/ui/PagedList.tsx"
import { Serial } from "#web/ui/Serial.tsx"

const none = <span className="faint">--</span>

/** Not every row has a valid serial code, so show whatever it has. */
const SerialOf = ({ row: { serialCode } }: { readonly row: JobRow }) =>
  /^\d{8}$/.test(serialCode) ? <Serial code={serialCode} /> : serialCode === "" ? none : <span>{serialCode}</span>

const fateOf = ({ plan, outcome }: JobRow): string =>
  outcome === null ? outcomeText(plan, false) : outcomeText(outcome, true)
const problemOf = ({ planProblem, problem, outcome }: JobRow) => (outcome === null ? planProblem : problem)

const columns: ReadonlyArray<ListColumn<JobRow>> = [
  { id: "row", title: "Row", track: "72px", cell: ({ row }) => row },
  { id: "serialCode", title: "Serial Code", track: "minmax(104px, 0.6fr)", cell: (row) => <SerialOf row={row} /> },
  { id: "fate", title: "Outcome", track: "minmax(140px, 0.6fr)", cell: (row) => fateOf(row) || none },
  {
    id: "problem",
    title: "Problem",
    track: "minmax(160px, 2fr)",
    cell: (row) => {
      const problem = problemOf(row)
      return problem === null ? none : <span title={`${problem.error} ${problem.fix}`}>{problem.error}</span>
    }
  }
]

const card = (row: JobRow) => (
  <>
    <p>
      <span className="muted">row {row.row}</span>
      <SerialOf row={row} />
      <span>{fateOf(row)}</span>
    </p>
    <p className="muted">{problemOf(row)?.error ?? ""}</p>
  </>
)

const peek = (row: JobRow) => (
  <Facts
    facts={{
      Row: row.row,
      "Serial Code": <SerialOf row={row} />,
      Plan: outcomeText(row.plan, false),
      Outcome: outcomeText(row.outcome, true),
      Problem: problemOf(row)?.error,
      "How to fix it": problemOf(row)?.fix
    }}
  />
)

const idOf = ({ row }: JobRow): number => row
const nameOf = ({ row }: JobRow): string => `Row ${row}`

const choices: ReadonlyArray<readonly [RowsWanted, string]> = [
  ["all", "All rows"],
  ["wouldFail", "Rows that would fail"],
  ["failed", "Rows that failed"]
]

/** The rows of a job, each with its planned or actual outcome. */
export const JobRows = ({ job }: { readonly job: Job }) => {
  const [wanted = "all", setWanted] = useSearchValue("/signed-in/jobs/$jobID", "rows")
  const query = useInfiniteQuery(jobRowsQuery(job.jobID, wanted))
  const all = wanted === "all" ? job.total : wanted === "failed" ? job.failed : job.wouldFail
  return (
    <section aria-labelledby="job-rows">
      <h2 id="job-rows" className="job-rows-title">
        Rows
      </h2>
      <PagedList
        query={query}
        idOf={idOf}
        nouns={["row", "rows"]}
        total={all}
        above={
          <>
            <label htmlFor="rows" className="hidden">
              Which rows
            </label>
            <select
              id="rows"
              className="select"
              value={wanted}
              onChange={({ target }) =>
                setWanted(choices.find(([value]) => value === target.value && value !== "all")?.[0])
              }
            >
              {choices.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </>
        }
        hint={wanted === "all" ? "No rows sent yet." : "No rows of this kind."}
        label="Rows of the job"
        columns={columns}
        card={card}
        nameOf={nameOf}
        peek={peek}
      />
    </section>
  )
}
