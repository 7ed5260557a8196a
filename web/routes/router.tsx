import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router"
import { type Route, routes } from "#core/navigation/routes.ts"
import { FailedScreen } from "#web/ui/FailedScreen.tsx"
import { late } from "#web/ui/LateLoading.tsx"
import { Loading } from "#web/ui/Loading.tsx"
import { NotFoundScreen } from "#web/ui/NotFoundScreen.tsx"
import { companyRewrite } from "#web/app/companyAddress.ts"
import { toastOnce } from "#web/app/notices.ts"
import { guardScreen, guardSession } from "./guard.ts"
import { pendingScreen, screens as screenById, signedInLayout } from "./screens.ts"

/** `{lockID}` of the documents is `$lockID` of the router. */
const pattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, "$$$1")

const screenOf = (route: Route) =>
  (screenById as Readonly<Record<string, typeof pendingScreen | undefined>>)[route.id] ?? pendingScreen

/** The console's protected addresses, from the one table of core/navigation. Each session has a router of its own. */
export const createConsoleRouter = () => {
  const root = createRootRoute({ notFoundComponent: NotFoundScreen })
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: "signed-in",
    beforeLoad: ({ location }) => guardSession(location),
    component: signedInLayout
  })
  const screens = routes.map((route: Route) =>
    createRoute({
      getParentRoute: () => signedIn,
      path: pattern(route.path),
      // By the route, not by the address: there are many ways to write one.
      beforeLoad: () => guardScreen(route, () => toastOnce("warning", "Access Denied")),
      // An address that leads elsewhere never shows: the guard sends on.
      ...(route.goesTo === undefined ? { component: screenOf(route) } : {})
    })
  )
  const unknown = createRoute({ getParentRoute: () => signedIn, path: "$", component: NotFoundScreen })
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([...screens, unknown])]),
    defaultErrorComponent: ({ error }) => <FailedScreen error={error} reset={() => void router.invalidate()} />,
    defaultPendingComponent: Loading,
    // Sooner would take longer: React shows what it suspended no sooner than 300 ms after what stood in its place.
    defaultPendingMs: late,
    defaultPendingMinMs: 0,
    rewrite: companyRewrite,
    caseSensitive: false,
    trailingSlash: "never",
    scrollRestoration: true
  })
  return router
}
