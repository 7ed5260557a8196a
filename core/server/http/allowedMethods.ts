import { HttpApi } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { routedPath } from "./requestPath.ts"

/** Paths outside the contract, which can only be read. */
export const plainPaths = {
  reference: "/api/docs",
  document: "/api/openapi.json",
  health: "/healthz",
  readiness: "/readyz",
  icon: "/favicon.ico"
} as const

interface Route {
  readonly method: string
  readonly pattern: RegExp
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`, "i")

const routes: Array<Route> = Object.values(plainPaths).map((path) => ({ method: "GET", pattern: patternOf(path) }))
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint: { method, path } }) => {
    routes.push({ method, pattern: patternOf(path) })
  }
})

/** The methods of the routes at a path, which is compared as the router does; none if there is no such path. */
export const allowedMethods = (path: string): ReadonlyArray<string> => {
  const plain = routedPath(path)
  const methods = new Set(routes.flatMap(({ method, pattern }) => (pattern.test(plain) ? [method] : [])))
  if (methods.has("GET")) methods.add("HEAD")
  return [...methods].sort()
}
