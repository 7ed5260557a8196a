import type { Page } from "./pages.ts"

/** Facts of an answer that are never shown in a list. */
const secret: ReadonlySet<string> = new Set(["unlockCode", "token", "password"])

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const shown = (value: unknown): string =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)
    ? "--"
    : typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : Array.isArray(value)
        ? value.map(shown).join(", ")
        : JSON.stringify(value)

const factsOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  isRecord(value) ? Object.entries(value).filter(([key, fact]) => !secret.has(key) && !isRecord(fact)) : []

/** `companyID` as it is read: Company ID. */
const labelOf = (key: string): string =>
  key
    .replaceAll("_", " ")
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
    .replace(/^./, (first) => first.toUpperCase())

/** Most rows and facts of one row that are shown of an answer. */
const most = { rows: 50, columns: 6 } as const

const AnswerRows = ({ rows }: { readonly rows: ReadonlyArray<unknown> }) => {
  const columns = factsOf(rows[0])
    .map(([key]) => key)
    .slice(0, most.columns)
  return (
    <>
      <table className="palette-answer">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{labelOf(column)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most.rows).map((row, at) => (
            <tr key={at}>
              {columns.map((column) => (
                <td key={column}>{shown(isRecord(row) ? row[column] : row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > most.rows ? (
        <p className="muted">
          {most.rows} of {rows.length}; the terminal shows all.
        </p>
      ) : null}
    </>
  )
}

const Answer = ({ value }: { readonly value: unknown }) => {
  if (Array.isArray(value)) return value.length === 0 ? <p>Nothing.</p> : <AnswerRows rows={value} />
  if (!isRecord(value)) return <p>{value === undefined ? "Done." : shown(value)}</p>
  return (
    <dl className="palette-facts">
      {factsOf(value).map(([key, fact]) => (
        <div key={key}>
          <dt>{labelOf(key)}</dt>
          <dd>{shown(fact)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What stands between the input and the rows: that something is under way, what was answered, or why not. */
export const PageBody = ({ page }: { readonly page: Page }) => {
  switch (page.kind) {
    case "working":
      return (
        <p className="palette-body muted" role="status">
          {page.command.title} ...
        </p>
      )
    case "result":
      return (
        <div className="palette-body" role="status">
          <Answer value={page.value} />
        </div>
      )
    case "failed":
      return (
        <p className="palette-body" role="alert">
          {page.words.error} {page.words.next}
        </p>
      )
    default:
      return null
  }
}
