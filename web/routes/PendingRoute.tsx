import { useRouterState } from "@tanstack/react-router"
import { routeAt } from "#core/navigation/routes.ts"
import { PendingScreen } from "#web/features/layout/PendingScreen.tsx"

/** A path from the documents whose screen isn't in the console yet. */
export const PendingRoute = () => {
  const route = useRouterState({ select: ({ location }) => routeAt(location.pathname) })
  return <PendingScreen title={route?.title ?? "This screen"} routeId={route?.id ?? ""} />
}
