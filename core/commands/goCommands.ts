import { type Route, type RouteId, routes } from "#core/navigation/routes.ts"
import { command } from "./Command.ts"

type WithKeys = Extract<(typeof routes)[number], { readonly keys: ReadonlyArray<string> }>

/** Goes to an address of the console. Its permission is that of the address. */
const goCommand = <Id extends RouteId>({ id, title, keys = [], keywords = [] }: Route & { readonly id: Id }) =>
  command({
    id: `go.${id}`,
    title: `Go to ${title}`,
    section: "Go to",
    keywords,
    input: {},
    subject: "none",
    scope: "anywhere",
    keys,
    risk: "reads",
    touches: [],
    does: { goTo: id }
  })

/** One for each address that has keys. */
export const goCommands = routes
  .filter((route): route is WithKeys => "keys" in route)
  .map((route) => goCommand<WithKeys["id"]>(route))
