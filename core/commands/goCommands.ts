import { isPending, type Route, type RouteId, routes } from "#core/navigation/routes.ts"
import { command } from "./Command.ts"

type WithKeys = Extract<(typeof routes)[number], { readonly keys: ReadonlyArray<string> }>

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

/** One for each address that has keys. */
export const goCommands = routes
  .filter((route): route is WithKeys => "keys" in route)
  .map((route) => goCommand<WithKeys["id"]>(route))
