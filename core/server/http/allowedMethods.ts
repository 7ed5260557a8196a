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
  /** How many parts of the path can be anything. */
  readonly open: number
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`, "i")

const routeOf = (method: string, path: string): Route => ({
  method,
  pattern: patternOf(path),
  open: path.split("/:").length - 1
})

const routes: Array<Route> = Object.values(plainPaths).map((path) => routeOf("GET", path))
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint: { method, path } }) => {
    routes.push(routeOf(method, path))
  }
})

/**
 * The methods of the routes at a path, which is compared as the router does; none if there is no such path. `/locks/update-lock`
 * is no lock of `/locks/:id`.
 */
export const allowedMethods = (path: string): ReadonlyArray<string> => {
  const plain = routedPath(path)
  const found = routes.filter(({ pattern }) => pattern.test(plain))
  const least = Math.min(...found.map(({ open }) => open))
  const methods = new Set(found.flatMap(({ method, open }) => (open === least ? [method] : [])))
  if (methods.has("GET")) methods.add("HEAD")
  return [...methods].sort()
}
