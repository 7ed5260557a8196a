import { ReactQueryDevtools } from "@tanstack/react-query-devtools"
import type { RegisteredRouter } from "@tanstack/react-router"
import { TanStackRouterDevtools } from "@tanstack/react-router-devtools"
import { queries } from "#web/app/queries.ts"

/** The developer tools of queries and routes, in `npm run dev` only. */
export const DevTools = ({ router }: { router: RegisteredRouter }) => (
  <>
    <ReactQueryDevtools client={queries} buttonPosition="bottom-left" />
    <TanStackRouterDevtools router={router} position="bottom-right" />
  </>
)
