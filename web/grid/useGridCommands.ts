import { withoutCompany } from "#web/app/companyAddress.ts"
import { useNavigate, useRouter } from "@tanstack/react-router"
import { toast } from "#web/app/notices.ts"
import { unwrittenValues } from "#web/app/useSearchValue.ts"
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

/** Commands of a grid besides moving through its rows. A command without its input opens the panel to ask for it. */
export const useGridCommands = (commands: GridCommands): void => {
  const { list, inAddress, state, table, page, goToPage, head, open, openFilter, closeFilter } = commands
  const navigate = useNavigate()
  const router = useRouter()
  /** The URL for what is shown. The address bar lags behind it. */
  const address = (): string => {
    const search = (before: Readonly<Record<string, unknown>>) => ({ ...before, ...unwrittenValues() })
    return withoutCompany(router.buildLocation({ to: ".", search }).href)
  }
  useCommands({
    scope: "lists",
    handlers: {
      "list.pageNext": () => goToPage(page + 1),
      "list.pagePrev": () => goToPage(page - 1),
      "list.page": ({ input }) => (input?.page === undefined ? undefined : goToPage(input.page)),
      "list.sort": ({ input }) => {
        if (input?.column === undefined) open("sort")
        else table.toggleSort(input.column, input.desc)
      },
      "list.filter": ({ input }) => {
        if (input?.column === undefined) open("filter")
        else if (input.text === undefined) openFilter(input.column)
        else {
          state.filter(input.column, input.text)
          closeFilter()
        }
      },
      "list.columns": ({ input }) => {
        if (input?.column === undefined) open("columns")
        else table.show(input.column, input.shown === true)
      },
      "list.resize": ({ input }) => {
        if (input?.column !== undefined && input.width !== undefined) table.resize(input.column, input.width, head())
      },
      "list.pageSize": ({ input }) => {
        if (input?.count === undefined) open("size")
        else state.count(input.count)
      },
      "list.resetView": () => {
        state.reset()
        table.reset()
        open(null)
      },
      ...(inAddress
        ? {
            "list.saveView": ({ input }) => {
              const name = input?.name
              if (name === undefined) return open("views")
              const href = address()
              // Without search parameters, opening the view would apply the list's remembered settings.
              saveView({ list, name, href: href.includes("?") ? href : `${href}?page=0` })
              toast("success", `View saved: ${name}.`)
            },
            "list.openView": ({ input }) => {
              const view = savedViews().find((each) => each.list === list && each.name === input?.name)
              const href = view?.href ?? input?.href
              if (href === undefined) return open("views")
              open(null)
              void navigate({ href })
            },
            "list.removeView": ({ input }) => {
              if (input?.name === undefined) open("views")
              else removeView({ list, name: input.name })
            }
          }
        : {})
    }
  })
}
