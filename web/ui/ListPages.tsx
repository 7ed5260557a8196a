import "./ListPages.css"
import { pageSizes } from "#core/base/paging.ts"
import { useEffect, useRef, useState } from "react"
import { countText } from "#core/base/countText.ts"
import { center } from "#web/app/CommandCenter.ts"
import { CommandButton } from "./CommandButton.tsx"
import { pageItems } from "./pageItems.ts"

/** The current page of a list, and the number of pages. */
export interface Paging {
  /** 0-based. */
  readonly page: number
  readonly pages: number
  /** Indexes of the page's rows: from inclusive, to exclusive. */
  readonly from: number
  readonly to: number
  /** The chosen page size: a number, or `all`. */
  readonly size: string
}

interface ListPagesProps {
  readonly paging: Paging
  /** Number of rows on all pages. */
  readonly rows: number
  /** Page numbers on each side of the current one. */
  readonly siblings: number
  /** Whether the user can choose the page size on this screen. */
  readonly sized: boolean
  /** What is searched and filtered, and the order. */
  readonly narrowing: string
}

/** Pager of a list: visible rows, page links, page size. Each is a command. */
export const ListPages = ({ paging, rows, siblings, sized, narrowing }: ListPagesProps) => {
  const { page, pages, from, to, size } = paging
  const shown = `${countText(from + 1)}–${countText(to)} of ${countText(rows)}`
  return (
    <nav className="list-pages" aria-label="Pages">
      <span className="muted">{shown}</span>
      <TurnedPage shown={shown} page={page} size={size} narrowing={narrowing} />
      {sized ? (
        <label className="list-size muted">
          Rows per page
          <select
            className="select"
            value={size}
            data-command="list.pageSize"
            onChange={(event) => void center.perform("list.pageSize", { input: { count: event.target.value } })}
          >
            {pageSizes.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
            <option value="all">All</option>
          </select>
        </label>
      ) : null}
      {pages === 1 ? null : (
        <div className="list-page-buttons">
          <CommandButton
            command="list.pagePrev"
            shape="none"
            label="Previous page"
            notYet={page === 0 ? "This is the first page." : null}
          >
            <span aria-hidden="true">‹</span>
          </CommandButton>
          {pageItems(page, pages, siblings).map((item, at) =>
            item === "gap" ? (
              <span key={`gap ${at}`} className="list-gap" aria-hidden="true">
                …
              </span>
            ) : (
              <PageButton key={item} page={item} current={item === page} />
            )
          )}
          <CommandButton
            command="list.pageNext"
            shape="none"
            label="Next page"
            notYet={page === pages - 1 ? "This is the last page." : null}
          >
            <span aria-hidden="true">›</span>
          </CommandButton>
        </div>
      )}
    </nav>
  )
}

interface TurnedPageProps extends Pick<Paging, "page" | "size">, Pick<ListPagesProps, "narrowing"> {
  readonly shown: string
}

/**
 * Tells screen readers which rows are visible when the user turns the page or changes its size. A search or filter also
 * returns to the first page, but the number of rows is announced for it.
 */
const TurnedPage = ({ shown, page, size, narrowing }: TurnedPageProps) => {
  const [turned, setTurned] = useState("")
  const before = useRef<string | null>(null)
  useEffect(() => {
    setTurned(before.current === narrowing ? shown : "")
    before.current = narrowing
  }, [page, size, narrowing])
  return (
    <span className="hidden" role="status">
      {turned}
    </span>
  )
}

const PageButton = ({ page, current }: { readonly page: number; readonly current: boolean }) => (
  <button
    type="button"
    className={`btn plain list-page${current ? " current" : ""}`}
    data-command="list.page"
    aria-label={`Page ${countText(page + 1)}`}
    aria-current={current ? "page" : undefined}
    onClick={() => void center.perform("list.page", { input: { page } })}
  >
    {countText(page + 1)}
  </button>
)
