import { routeOf } from "#core/navigation/routes.ts"

/** The list of facilities. */
export const facilitiesPath: string = routeOf("facilities").path

/** Where somebody came from, by the words of the link back; any other address is no place to go back to. */
const origins: Readonly<Record<string, string>> = {
  Dashboard: routeOf("dashboard").path,
  Facilities: facilitiesPath
}

/** Where the link back of the form leads, from its `from` (001 §2). */
export const originOf = (from: unknown): { readonly title: string; readonly path: string } => {
  const title = typeof from === "string" && Object.hasOwn(origins, from) ? from : "Facilities"
  return { title, path: origins[title] ?? facilitiesPath }
}
