import { read, write } from "#web/app/storage.ts"

/** A view of a list that somebody gave a name: an address. */
export interface SavedView {
  /** The list it is of. */
  readonly list: string
  readonly name: string
  /** Path and query. */
  readonly href: string
}

const isView = (value: unknown): value is SavedView =>
  typeof value === "object" &&
  value !== null &&
  ["list", "name", "href"].every((key) => typeof (value as Record<string, unknown>)[key] === "string") &&
  // An address of ours and of nobody else.
  /^\/(?!\/)/.test((value as SavedView).href)

const parse = (kept: string | null): ReadonlyArray<SavedView> => {
  try {
    const views: unknown = JSON.parse(kept ?? "[]")
    return Array.isArray(views) ? views.filter(isView) : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

const listeners = new Set<() => void>()
let seen: { readonly kept: string | null; readonly views: ReadonlyArray<SavedView> } = { kept: null, views: [] }

/** Every saved view of this browser's session, oldest first; the same array until one is added or removed. */
export const savedViews = (): ReadonlyArray<SavedView> => {
  const kept = read("views")
  // A sign-out empties the storage without telling anybody here.
  if (kept !== seen.kept) seen = { kept, views: parse(kept) }
  return seen.views
}

const change = (views: ReadonlyArray<SavedView>): void => {
  write("views", JSON.stringify(views))
  for (const listener of listeners) listener()
}

/** Saves a view; one of the same list and name is replaced. */
export const saveView = (view: SavedView): void =>
  change([...savedViews().filter(({ list, name }) => list !== view.list || name !== view.name), view])

/** Forgets a view. */
export const removeView = ({ list, name }: Pick<SavedView, "list" | "name">): void =>
  change(savedViews().filter((view) => view.list !== list || view.name !== name))

/** Calls back when a view is added or removed; returns how to stop. */
export const onSavedViews = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
