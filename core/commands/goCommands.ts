import { isPending, type Route, type RouteId, routes } from "#core/navigation/routes.ts"
import { command } from "./Command.ts"

type Reached = Extract<(typeof routes)[number], { readonly keys: ReadonlyArray<string> } | { readonly listed: true }>

/** Opens a path of the console. The permission is that of the path. */
const goCommand = <Id extends RouteId>(route: Route & { readonly id: Id }) => {
  const { id, title, keys = [], keywords = [] } = route
  return command({
    id: `go.${id}`,
    title: `Go to ${title}`,
    section: "Go to",
    keywords,
    input: {},
    // Screens that are not built yet get no keys.
    keys: isPending(route) ? [] : keys,
    risk: "reads",
    does: { goTo: id }
  })
}

/** One command for each path that has keys or is listed in the palette. */
export const goCommands = routes
  .filter((route): route is Reached => "keys" in route || "listed" in route)
  .map((route) => goCommand<Reached["id"]>(route))
