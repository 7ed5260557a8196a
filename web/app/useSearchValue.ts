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

/** The id of a screen's route: `/signed-in/locks/manage_locks`. */
export type ScreenId = RouteIds<Tree>

/** What a screen reads in the search of its address, by the schema of its route. */
export type ScreenSearch<Id extends ScreenId> = RouteById<Tree, Id>["types"]["fullSearchSchema"]

/** How long changes rest before the address follows, in milliseconds (001 §9). */
const rest = 100

/** A value that is to be written into the address of a screen, and who is told when it is. */
interface Waiting {
  readonly value: unknown
  readonly path: string
  readonly written: () => void
}

/** Values that are to be written into the address together, by name. */
const waiting = new Map<string, Waiting>()
let timer: ReturnType<typeof setTimeout> | undefined

type Values = Readonly<Record<string, unknown>>

/** Those of this screen: one that is about to be left is still there while the next one is loaded, whose address it is by then. */
const ofHere = (): ReadonlyArray<readonly [string, Waiting]> =>
  [...waiting].filter(([, { path }]) => path === location.pathname)

const valuesOf = (here: ReturnType<typeof ofHere>): Values =>
  Object.fromEntries(here.map(([name, { value }]) => [name, value]))

/** What is shown and not written into the address yet. */
export const unwrittenValues = (): Values => valuesOf(ofHere())

/** Several values that change at once are one change of the address: two would each know nothing of the other. */
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
 * A value that is kept in the search of a screen's address: at once for the screen, a moment later for the address. Without a screen
 * it is kept nowhere. `first` is what is remembered from another time: it is taken, and written into the address, only where the
 * screen was opened by an address that says nothing at all. One that says anything is the whole truth of what is shown.
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
    // The address changed by itself, with Back for instance. What was typed since it was written here stays.
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
