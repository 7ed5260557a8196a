import {
  type RegisteredRouter,
  rootRouteId,
  type RouteById,
  type RouteIds,
  useLocation,
  useNavigate,
  useSearch
} from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"

type Tree = RegisteredRouter["routeTree"]

/** ID of a screen's route: `/signed-in/locks/manage_locks`. */
export type ScreenId = RouteIds<Tree>

/** A screen's search parameters, from the schema of its route. */
export type ScreenSearch<Id extends ScreenId> = RouteById<Tree, Id>["types"]["fullSearchSchema"]

/** Debounce before the URL is updated, in milliseconds (001 §9). */
const rest = 100

/** A value to be written to the URL, and a callback when it is. */
interface Waiting {
  readonly value: unknown
  readonly path: string
  readonly written: () => void
}

/** Values to be written to the URL together, by name. */
const waiting = new Map<string, Waiting>()
let timer: ReturnType<typeof setTimeout> | undefined

type Values = Readonly<Record<string, unknown>>

/**
 * Only those of the current URL: a screen being left is still mounted while the next one, whose URL is already set,
 * loads.
 */
const ofHere = (): ReadonlyArray<readonly [string, Waiting]> =>
  [...waiting].filter(([, { path }]) => path === location.pathname)

const valuesOf = (here: ReturnType<typeof ofHere>): Values =>
  Object.fromEntries(here.map(([name, { value }]) => [name, value]))

/** Values shown but not yet in the URL. */
export const unwrittenValues = (): Values => valuesOf(ofHere())

/** Writes values that change together in one navigation, because separate ones would overwrite each other. */
const writeLater = (write: (values: Values) => void): void => {
  clearTimeout(timer)
  timer = setTimeout(() => {
    const here = ofHere()
    waiting.clear()
    if (here.length === 0) return
    for (const [, { written }] of here) written()
    write(valuesOf(here))
  }, rest)
}

/**
 * A value kept in the search parameters of a screen: updated on screen at once, in the URL a moment later. With a
 * null screen it isn't kept. `first` is a remembered value, used and written to the URL only if the screen was opened
 * without any search parameters; otherwise the URL alone decides.
 */
export const useSearchValue = <Id extends ScreenId, Name extends keyof ScreenSearch<Id> & string>(
  screen: Id | null,
  name: Name,
  first?: ScreenSearch<Id>[Name]
): readonly [ScreenSearch<Id>[Name] | undefined, (value: ScreenSearch<Id>[Name] | undefined) => void] => {
  type Value = ScreenSearch<Id>[Name] | undefined
  const search: Values = useSearch<RegisteredRouter, ScreenId>({ from: screen ?? rootRouteId })
  const isEmpty = useLocation({ select: ({ searchStr }) => searchStr === "" })
  const kept = screen === null ? undefined : (search[name] as Value)
  const navigate = useNavigate()
  const [value, setValue] = useState<Value>(() => (isEmpty ? first : kept))
  const [seen, setSeen] = useState(kept)
  const written = useRef(kept)
  if (seen !== kept) {
    setSeen(kept)
    // The URL changed for another reason, such as Back. What was typed since this hook wrote it stays.
    if (kept !== written.current) {
      setValue(kept)
      written.current = kept
    }
  }
  useEffect(() => {
    if (screen === null || value === kept) return
    waiting.set(name, { value, path: location.pathname, written: () => (written.current = value) })
    writeLater((values) => navigate({ to: ".", search: (before: Values) => ({ ...before, ...values }), replace: true }))
    return () => void waiting.delete(name)
  }, [value, kept, name, screen, navigate])
  return [value, setValue]
}
