import { type FormEvent, type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react"
import { pageSizes } from "#core/base/paging.ts"
import { isBlank } from "#core/base/visibleText.ts"
import { center } from "#web/app/CommandCenter.ts"
import { mayLoseTyped } from "#web/app/unsaved.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useKeptState } from "#web/app/useKeepInput.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Dialog } from "#web/ui/Dialog.tsx"
import { LeaveGuard } from "#web/ui/LeaveGuard.tsx"
import { FilterField } from "./FilterField.tsx"
import type { GridColumn } from "./GridColumn.ts"
import { viewForm } from "./gridParts.ts"
import type { GridState } from "./useGridState.ts"
import { onSavedViews, savedViews } from "./savedViews.ts"

/** Sections of the panel. A command opens the panel at its section. */
export type PanelPart = "sort" | "filter" | "columns" | "size" | "views"

export interface GridPanelProps {
  readonly list: string
  readonly label: string
  readonly part: PanelPart
  readonly columns: ReadonlyArray<GridColumn<never>>
  /** IDs of the visible columns. */
  readonly shown: ReadonlyArray<string>
  readonly state: GridState
  /** Views can be saved because the grid's state is in the URL. */
  readonly hasViews: boolean
  readonly onFilters: (texts: Readonly<Record<string, string>>) => void
  readonly onClose: () => void
}

/**
 * All settings of a list in one dialog, for the keyboard, for screens without headers, and for users who look for
 * them by name.
 */
export const GridPanel = (props: GridPanelProps) => {
  const { list, label, part, columns, shown, state, hasViews, onFilters, onClose } = props
  const { sort, filters } = state.query
  const [texts, setTexts] = useState(filters)
  const [typed, setName] = useKeptState<string>(viewForm(list))
  const name = typed ?? ""
  const body = useRef<HTMLDivElement>(null)
  const views = useSyncExternalStore(onSavedViews, savedViews).filter((view) => view.list === list)
  const nameForm = useRef<HTMLFormElement>(null)
  /** A name that was typed and not saved yet is asked about before the panel closes. */
  const close = async (): Promise<void> => {
    if (await mayLoseTyped("dialog")) onClose()
  }
  const apply = async (): Promise<void> => {
    if (!(await mayLoseTyped("dialog"))) return
    onFilters(texts)
    onClose()
  }
  const save = (): void => {
    if (isBlank(name)) return
    center.perform("list.saveView", { input: { name: name.trim() } })
    setName(null)
  }
  /** Mod+Enter submits the form with the focus, as Enter does. */
  const send = (): void =>
    nameForm.current?.contains(document.activeElement) === true && !isBlank(name) ? save() : void apply()
  useCommands({ scope: "lists", modal: true, handlers: { "layer.close": () => void close(), "form.submit": send } })
  const submit = (how: () => void) => (event: FormEvent) => {
    event.preventDefault()
    how()
  }
  const filterable = columns.filter((column) => column.filterable ?? true)
  return (
    <Dialog title={`${label}: view`} onClose={() => void close()} className="grid-panel">
      <LeaveGuard dirty={!isBlank(name)} inDialog />
      <div ref={body} className="grid-parts">
        <section data-part="sort" className="grid-part">
          <h2>Sort</h2>
          <div className="grid-line">
            <select
              className="select"
              aria-label="Sort by"
              value={sort?.column ?? ""}
              onChange={({ target }) =>
                void center.perform("list.sort", { input: { column: target.value, desc: sort?.desc ?? false } })
              }
            >
              {sort === null ? <option value="">Default order</option> : null}
              {columns
                .filter(({ sortable = true }) => sortable)
                .map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
            </select>
            <select
              className="select"
              aria-label="Direction"
              value={sort?.desc === true ? "desc" : "asc"}
              disabled={sort === null}
              onChange={({ target }) =>
                sort === null
                  ? undefined
                  : void center.perform("list.sort", { input: { column: sort.column, desc: target.value === "desc" } })
              }
            >
              <option value="asc">Ascending</option>
              <option value="desc">Descending</option>
            </select>
          </div>
        </section>
        <section data-part="columns" className="grid-part">
          <h2>Columns</h2>
          <div className="grid-columns">
            {columns.map(({ id, title, hideable = true }) => (
              <label key={id} className="grid-choice">
                <input
                  type="checkbox"
                  checked={shown.includes(id)}
                  disabled={!hideable}
                  onChange={({ target }) =>
                    void center.perform("list.columns", { input: { column: id, shown: target.checked } })
                  }
                />
                {title}
              </label>
            ))}
          </div>
        </section>
        {state.sized ? (
          <section data-part="size" className="grid-part">
            <h2>Rows per page</h2>
            <select
              className="select"
              aria-label="Rows per page"
              value={state.size}
              onChange={({ target }) => void center.perform("list.pageSize", { input: { count: target.value } })}
            >
              {pageSizes.map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
              <option value="all">All</option>
            </select>
          </section>
        ) : null}
        {hasViews ? (
          <section data-part="views" className="grid-part">
            <h2>Saved views</h2>
            {views.length === 0 ? (
              <p className="muted">No saved views yet. Save your search, filters and sort as a view.</p>
            ) : (
              <ul className="grid-views">
                {views.map((view) => (
                  <li key={view.name}>
                    <CommandButton command="list.openView" given={{ input: { name: view.name } }} shape="none">
                      {view.name}
                    </CommandButton>
                    <CommandButton
                      command="list.removeView"
                      given={{ input: { name: view.name } }}
                      shape="none"
                      label={`Delete ${view.name}`}
                    >
                      Delete
                    </CommandButton>
                  </li>
                ))}
              </ul>
            )}
            <form ref={nameForm} className="grid-line" onSubmit={submit(save)}>
              <input
                className="input"
                type="text"
                aria-label="Name of this view"
                placeholder="Name of this view"
                maxLength={60}
                autoComplete="off"
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
              <CommandButton command="list.saveView" submit notYet={isBlank(name) ? "Give the view a name." : null}>
                Save
              </CommandButton>
            </form>
          </section>
        ) : null}
        {filterable.length === 0 ? null : (
          <form data-part="filter" className="grid-part" onSubmit={submit(() => void apply())}>
            <h2>Filter</h2>
            <div className="grid-fields">
              {filterable.map((column) => (
                <FilterField
                  key={column.id}
                  column={column}
                  text={texts[column.id] ?? ""}
                  onText={(text) => setTexts({ ...texts, [column.id]: text })}
                />
              ))}
            </div>
            <p className="grid-do">
              <CommandButton command="form.submit" look="primary" submit>
                Apply
              </CommandButton>
            </p>
          </form>
        )}
      </div>
      <Beginning body={body} part={part} />
      <p className="dialog-foot">
        <CommandButton command="list.resetView">Reset</CommandButton>
        <CommandButton command="layer.close">Close</CommandButton>
      </p>
    </Dialog>
  )
}

/**
 * Focuses the requested section. Rendered after the sections, so that they exist and the dialog hasn't picked a focus
 * yet.
 */
const Beginning = ({ body, part }: { readonly body: RefObject<HTMLElement | null>; readonly part: PanelPart }) => {
  useLayoutEffect(() => {
    const section = body.current?.querySelector(`[data-part="${part}"]`)
    section?.querySelector<HTMLElement>("select, input:enabled")?.focus()
    section?.scrollIntoView({ block: "nearest" })
  }, [body, part])
  return null
}
