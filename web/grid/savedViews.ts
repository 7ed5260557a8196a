import { read, write } from "#web/app/storage.ts"

/** A saved view of a list: a name and a URL. */
export interface SavedView {
  /** Key of the list. */
  readonly list: string
  readonly name: string
  /** Path and query. */
  readonly href: string
}

const isView = (value: unknown): value is SavedView =>
  typeof value === "object" &&
  value !== null &&
  ["list", "name", "href"].every((key) => typeof (value as Record<string, unknown>)[key] === "string") &&
  // Same-origin paths only.
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

/** All saved views, oldest first. The same array until one is added or removed. */
export const savedViews = (): ReadonlyArray<SavedView> => {
  const kept = read("views")
  // Sign-out clears the storage without notifying these listeners.
  if (kept !== seen.kept) seen = { kept, views: parse(kept) }
  return seen.views
}

const change = (views: ReadonlyArray<SavedView>): void => {
  write("views", JSON.stringify(views))
  for (const listener of listeners) listener()
}

/** Saves a view and replaces one with the same list and name. */
export const saveView = (view: SavedView): void =>
  change([...savedViews().filter(({ list, name }) => list !== view.list || name !== view.name), view])

/** Removes a view. */
export const removeView = ({ list, name }: Pick<SavedView, "list" | "name">): void =>
  change(savedViews().filter((view) => view.list !== list || view.name !== name))

/** Calls back when a view is added or removed. Returns a function to unsubscribe. */
export const onSavedViews = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
