import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router"
import { type Route, routes } from "#core/navigation/routes.ts"
import { FailedScreen } from "#web/ui/FailedScreen.tsx"
import { Loading } from "#web/ui/Loading.tsx"
import { NotFoundScreen } from "#web/ui/NotFoundScreen.tsx"
import { toastOnce } from "#web/app/notices.ts"
import { guardProtected, guardPublic } from "./guard.ts"
import { pendingScreen, publicScreens, screens, signedInLayout } from "./screens.ts"

const root = createRootRoute({ notFoundComponent: NotFoundScreen })

const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  beforeLoad: ({ location }) =>
    guardProtected({ ...location, href: location.href }, () => toastOnce("warning", "Access Denied")),
  component: signedInLayout
})

const signedOut = createRoute({
  getParentRoute: () => root,
  id: "signed-out",
  beforeLoad: ({ location }) => guardPublic({ ...location, href: location.href })
})

/** `{lockID}` of the documents is `$lockID` of the router. */
const pattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, "$$$1")

const screenOf = (route: Route) =>
  (screens as Readonly<Record<string, typeof pendingScreen>>)[route.id] ?? pendingScreen

const protectedRoutes = routes.map((route: Route) =>
  createRoute({
    getParentRoute: () => signedIn,
    path: pattern(route.path),
    // An address that leads elsewhere never shows: the guard sends on.
    ...(route.goesTo === undefined ? { component: screenOf(route) } : {})
  })
)

const publicRoutes = Object.entries(publicScreens).map(([path, component]) =>
  createRoute({ getParentRoute: () => signedOut, path, component })
)

/** The console's addresses, from the one table of core/navigation. */
export const router = createRouter({
  routeTree: root.addChildren([signedIn.addChildren(protectedRoutes), signedOut.addChildren(publicRoutes)]),
  defaultErrorComponent: FailedScreen,
  defaultPendingComponent: Loading,
  defaultPendingMs: 150,
  caseSensitive: false,
  trailingSlash: "never",
  scrollRestoration: true
})
