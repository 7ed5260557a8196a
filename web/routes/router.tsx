import { createRoute, createRouter } from "@tanstack/react-router"
import { companyRewrite } from "#web/app/companyAddress.ts"
import { FailedScreen } from "#web/ui/FailedScreen.tsx"
import { late } from "#web/ui/LateLoading.tsx"
import { Loading } from "#web/ui/Loading.tsx"
import { NotFoundScreen } from "#web/ui/NotFoundScreen.tsx"
import { facilityRoutes } from "./facilityRoutes.ts"
import { lockRoutes } from "./lockRoutes.ts"
import { otherRoutes } from "./otherRoutes.ts"
import { root, signedIn } from "./screen.ts"
import { parseSearch, stringifySearch } from "./search.ts"
import { settingsRoutes } from "./settingsRoutes.ts"
import { teamRoutes } from "./teamRoutes.ts"

const unknown = createRoute({ getParentRoute: () => signedIn, path: "$", component: NotFoundScreen })

/** Every screen behind the guard. */
export const screens = [...lockRoutes, ...facilityRoutes, ...teamRoutes, ...settingsRoutes, ...otherRoutes] as const

const routeTree = root.addChildren([signedIn.addChildren([...screens, unknown])])

/**
 * Selects the scrolled part of the page when another screen appears, so that it starts at its top. Filters, pages and steps
 * of the same screen keep the position.
 */
const scrolledPart = () => {
  let shown = location.pathname
  return (): Element | null => {
    if (location.pathname === shown) return null
    shown = location.pathname
    return document.getElementById("main")
  }
}

/** Creates the router of the protected paths. Each session has its own. */
export const createConsoleRouter = () => {
  const router = createRouter({
    routeTree,
    defaultErrorComponent: ({ error }) => <FailedScreen error={error} reset={() => void router.invalidate()} />,
    defaultNotFoundComponent: NotFoundScreen,
    defaultPendingComponent: Loading,
    // A shorter delay would take longer overall: React shows a fallback for at least 300 ms.
    defaultPendingMs: late,
    defaultPendingMinMs: 0,
    parseSearch,
    stringifySearch,
    rewrite: companyRewrite,
    caseSensitive: false,
    trailingSlash: "never",
    scrollRestoration: true,
    scrollToTopSelectors: [scrolledPart()]
  })
  return router
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
