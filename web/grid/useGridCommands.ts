import { withoutCompany } from "#web/app/companyAddress.ts"
import { useNavigate } from "@tanstack/react-router"
import { toast } from "#web/app/notices.ts"
import { useCommands } from "#web/app/useCommands.ts"
import type { PanelPart } from "./GridPanel.tsx"
import { removeView, savedViews, saveView } from "./savedViews.ts"
import type { GridState } from "./useGridState.ts"
import type { GridTable } from "./useGridTable.ts"

interface GridCommands {
  readonly list: string
  readonly inAddress: boolean
  readonly state: GridState
  readonly table: GridTable
  readonly page: number
  readonly goToPage: (page: number) => void
  /** The header row. */
  readonly head: () => Element | null
  readonly open: (part: PanelPart | null) => void
  readonly openFilter: (column: string) => void
  readonly closeFilter: () => void
}

const text = (value: unknown): string | null => (typeof value === "string" ? value : null)

/** What can be done with a grid beyond going through its rows. Without what a command needs, the panel asks for it. */
export const useGridCommands = (commands: GridCommands): void => {
  const { list, inAddress, state, table, page, goToPage, head, open, openFilter, closeFilter } = commands
  const navigate = useNavigate()
  useCommands({
    scope: "lists",
    handlers: {
      "list.pageNext": () => goToPage(page + 1),
      "list.pagePrev": () => goToPage(page - 1),
      "list.page": ({ input }) => (typeof input?.["page"] === "number" ? goToPage(input["page"]) : undefined),
      "list.sort": ({ input }) => {
        const column = text(input?.["column"])
        const desc = input?.["desc"]
        if (column === null) open("sort")
        else table.toggleSort(column, typeof desc === "boolean" ? desc : undefined)
      },
      "list.filter": ({ input }) => {
        const column = text(input?.["column"])
        const wanted = text(input?.["text"])
        if (column === null) open("filter")
        else if (wanted === null) openFilter(column)
        else {
          state.filter(column, wanted)
          closeFilter()
        }
      },
      "list.columns": ({ input }) => {
        const column = text(input?.["column"])
        if (column === null) open("columns")
        else table.show(column, input?.["shown"] === true)
      },
      "list.resize": ({ input }) => {
        const [column, width] = [text(input?.["column"]), input?.["width"]]
        if (column !== null && typeof width === "number") table.resize(column, width, head())
      },
      "list.pageSize": ({ input }) => {
        const count = text(input?.["count"])
        if (count === null) open("size")
        else state.count(count)
      },
      "list.resetView": () => {
        state.reset()
        table.reset()
        open(null)
      },
      ...(inAddress
        ? {
            "list.saveView": ({ input }) => {
              const name = text(input?.["name"])
              if (name === null) return open("views")
              const href = withoutCompany(location.pathname + location.search)
              // An address that says nothing would be filled with what is remembered of the list.
              saveView({ list, name, href: href.includes("?") ? href : `${href}?page=0` })
              toast("success", `View saved: ${name}.`)
            },
            "list.openView": ({ input }) => {
              const view = savedViews().find((each) => each.list === list && each.name === input?.["name"])
              const href = view?.href ?? text(input?.["href"])
              if (href === null) return open("views")
              open(null)
              void navigate({ href })
            },
            "list.removeView": ({ input }) => {
              const name = text(input?.["name"])
              if (name === null) open("views")
              else removeView({ list, name })
            }
          }
        : {})
    }
  })
}
