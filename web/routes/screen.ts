import { createRootRoute, createRoute, notFound } from "@tanstack/react-router"
import { Option, Schema } from "effect"
import { type PathOf, type RouteId, routeOf } from "#core/navigation/routes.ts"
import { type LazyPart, screenPart } from "#web/app/lazyPart.ts"
import { toastOnce } from "#web/app/notices.ts"
import { NotFoundScreen } from "#web/ui/NotFoundScreen.tsx"
import { guardScreen, guardSession } from "./guard.ts"
import { Id } from "./search.ts"

export const root = createRootRoute({ notFoundComponent: NotFoundScreen })

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The route in the table of core. */
    readonly id?: RouteId
  }
}

/** Around every screen: somebody is signed in. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  beforeLoad: ({ location }) => guardSession(location),
  component: screenPart(() => import("./SignedInRoute.tsx"), "SignedInRoute")
})

/** `{lockID}` of the documents is `$lockID` of the router. */
type Pattern<Path extends string> = Path extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}$${Name}${Pattern<After>}`
  : Path

const patternOf = <Id extends RouteId>(id: Id) =>
  routeOf(id).path.replaceAll(/\{(\w+)\}/g, "$$$1") as Pattern<PathOf<Id>>

/** An address that only leads elsewhere: the guard sends on. */
export const forwarding = <Id extends RouteId>(id: Id) => ({
  getParentRoute: () => signedIn,
  path: patternOf(id),
  // By the route, not by the address: there are many ways to write one.
  beforeLoad: () => guardScreen(routeOf(id), () => toastOnce("warning", "Access Denied")),
  staticData: { id }
})

/** The exports of a screen's file. Only that there is a component without props: its body may read the search of its route. */
type ScreenFile<Name extends string> = () => Promise<{ readonly [K in Name]: () => void }>

/** What the route of a screen is made of: its address and guard, and its component, loaded when it is first shown. */
export const screen = <Id extends RouteId, Name extends string>(id: Id, load: ScreenFile<Name>, name: Name) => ({
  ...forwarding(id),
  component: screenPart(load as () => Promise<Record<Name, () => null>>, name) as LazyPart<object>
})

/** An address whose screen is not in the console yet. */
export const pending = <Id extends RouteId>(id: Id) => screen(id, () => import("./PendingRoute.tsx"), "PendingRoute")

const decodeId = Schema.decodeUnknownOption(Id)

/** An id of the database, from the address. Anything else is no page. */
const idIn = (text: string): number => Option.getOrThrowWith(decodeId(text), () => notFound())

/** The `params` of a route with a part that is read by `parse`. */
const param = <Name extends string, Value extends number | string>(name: Name, parse: (text: string) => Value) => ({
  parse: (raw: Readonly<Record<Name, string>>) => ({ [name]: parse(raw[name]) }) as Record<Name, Value>,
  stringify: (params: Readonly<Record<Name, Value>>) => ({ [name]: String(params[name]) }) as Record<Name, string>
})

/** The `params` of a route with an id in its address. */
export const idParam = <Name extends string>(name: Name) => param(name, idIn)

/** The same where `create` stands for something new. */
export const idOrNewParam = <Name extends string>(name: Name) =>
  param(name, (text) => (text.toLowerCase() === "create" ? "create" : idIn(text)))

/** A lock by its id, or by the 8 digits of its serial code, which stay a text. */
export const lockParam = param("lockID", (text) => (/^\d{8}$/.test(text) ? text : idIn(text)))
