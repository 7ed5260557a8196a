import { askAnAdmin } from "#core/base/fieldWords.ts"
import { createRootRoute, createRoute, notFound } from "@tanstack/react-router"
import type { Schema } from "effect"
import { idIn, LockId } from "#core/base/ids.ts"
import { type PathOf, type RouteId, routeOf } from "#core/navigation/routes.ts"
import { type LazyPart, screenPart } from "#web/app/lazyPart.ts"
import { toastOnce } from "#web/app/notices.ts"
import { NotFoundScreen } from "#web/ui/NotFoundScreen.tsx"
import { guardScreen, guardSession } from "./guard.ts"

export const root = createRootRoute({ notFoundComponent: NotFoundScreen })

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Its row in the route table of `core`. */
    readonly id?: RouteId
  }
}

/** Parent of every screen: requires a signed-in user. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  beforeLoad: ({ location }) => guardSession(location),
  component: screenPart(() => import("./SignedInRoute.tsx"), "SignedInRoute")
})

/** `{lockID}` in the documents is `$lockID` in the router. */
type Pattern<Path extends string> = Path extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}$${Name}${Pattern<After>}`
  : Path

const patternOf = <Id extends RouteId>(id: Id) =>
  routeOf(id).path.replaceAll(/\{(\w+)\}/g, "$$$1") as Pattern<PathOf<Id>>

/** A path that only redirects; the guard does it. */
export const forwarding = <Id extends RouteId>(id: Id) => ({
  getParentRoute: () => signedIn,
  path: patternOf(id),
  // By route and not by path, because a path can be written in many ways.
  beforeLoad: ({ cause }: { readonly cause: "enter" | "preload" | "stay" }) =>
    guardScreen(
      routeOf(id),
      () => toastOnce("warning", "Access Denied", `You can't open ${routeOf(id).title}. ${askAnAdmin}`),
      cause === "stay"
    ),
  staticData: { id }
})

/**
 * The module of a screen. It must export a component without props, which may read the search parameters of its
 * route.
 */
type ScreenFile<Name extends string> = () => Promise<{ readonly [K in Name]: () => void }>

/** Options for a screen's route: its path, its guard, and its component, loaded on first use. */
export const screen = <Id extends RouteId, Name extends string>(id: Id, load: ScreenFile<Name>, name: Name) => ({
  ...forwarding(id),
  component: screenPart(load as () => Promise<Record<Name, () => null>>, name) as LazyPart<object>
})

/** A path whose screen isn't in the console yet. */
export const pending = <Id extends RouteId>(id: Id) => screen(id, () => import("./PendingRoute.tsx"), "PendingRoute")

/** Parses a database ID in the path. Anything else is "not found". */
const mustBeId = <Id extends number>(schema: Schema.Decoder<Id>, text: string): Id => {
  const id = idIn(schema, text)
  if (id === null) throw notFound()
  return id
}

/** Route `params` with one parameter parsed by `parse`. */
const param = <Name extends string, Value extends number | string>(name: Name, parse: (text: string) => Value) => ({
  parse: (raw: Readonly<Record<Name, string>>) => ({ [name]: parse(raw[name]) }) as Record<Name, Value>,
  stringify: (params: Readonly<Record<Name, Value>>) => ({ [name]: String(params[name]) }) as Record<Name, string>
})

/** Route `params` with an ID. */
export const idParam = <Name extends string, Id extends number>(name: Name, schema: Schema.Decoder<Id>) =>
  param(name, (text) => mustBeId(schema, text))

/** Route `params` with an ID, or `create` for a new item. */
export const idOrNewParam = <Name extends string, Id extends number>(name: Name, schema: Schema.Decoder<Id>) =>
  param(name, (text) => (text.toLowerCase() === "create" ? "create" : mustBeId(schema, text)))

/** A lock by ID, or by its 8-digit serial code, which stays a string. */
export const lockParam = param("lockID", (text) => (/^\d{8}$/.test(text) ? text : mustBeId(LockId, text)))
