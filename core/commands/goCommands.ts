import { isPending, type Route, type RouteId, routes } from "#core/navigation/routes.ts"
import { command } from "./Command.ts"

type Reached = Extract<(typeof routes)[number], { readonly keys: ReadonlyArray<string> } | { readonly listed: true }>

/** Goes to an address of the console. Its permission is that of the address. */
const goCommand = <Id extends RouteId>(route: Route & { readonly id: Id }) => {
  const { id, title, keys = [], keywords = [] } = route
  return command({
    id: `go.${id}`,
    title: `Go to ${title}`,
    section: "Go to",
    keywords,
    input: {},
    subject: "none",
    scope: "anywhere",
    // A screen that does not exist yet has no key: it would lead nowhere.
    keys: isPending(route) ? [] : keys,
    risk: "reads",
    touches: [],
    does: { goTo: id }
  })
}

/** One for each address that has keys, or is listed in the palette all the same. */
export const goCommands = routes
  .filter((route): route is Reached => "keys" in route || "listed" in route)
  .map((route) => goCommand<Reached["id"]>(route))
