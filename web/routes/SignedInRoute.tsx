import { QueryClientProvider } from "@tanstack/react-query"
import { Outlet, useLocation, useRouterState } from "@tanstack/react-router"
import { definitionsLater } from "#web/app/definitions.ts"
import { lazyPart } from "#web/app/lazyPart.ts"
import { queries } from "#web/app/queries.ts"
import { useUser } from "#web/app/Session.ts"
import { useLoadedLater } from "#web/app/useLoadedLater.ts"
import { ViewingHost } from "#web/features/viewing/ViewingHost.tsx"
import { Layout } from "#web/features/layout/Layout.tsx"
import { dialogPart } from "#web/ui/frontPart.ts"
import { Loading } from "#web/ui/Loading.tsx"
import { usePrefetchedScreens } from "./usePrefetchedScreens.ts"
import { loadedFor } from "./loadedFor.ts"
import { SessionHosts } from "./SessionHosts.tsx"

const AboveScreen = lazyPart(() => import("./AboveScreen.tsx"), "AboveScreen")
const Inbox = dialogPart(() => import("#web/features/notices/Inbox.tsx"), "Inbox")

/** Frame of every screen with a session. A different user's session starts with none of the previous one's state. */
export const SignedInRoute = () => {
  const user = useUser()
  useLoadedLater(Inbox, definitionsLater)
  usePrefetchedScreens(user)
  const hasSearch = useLocation({ select: ({ searchStr }) => searchStr !== "" })
  // Render nothing until the URL and the session name the same company.
  const companyID = useRouterState({ select: loadedFor })
  if (user === null || companyID !== user.companyID) return <Loading />
  return (
    <QueryClientProvider client={queries}>
      <ViewingHost>
        <SessionHosts />
        <Layout inbox={(onClose) => <Inbox onClose={onClose} />}>
          {user.viewing !== undefined || hasSearch ? <AboveScreen /> : null}
          <Outlet />
        </Layout>
      </ViewingHost>
    </QueryClientProvider>
  )
}
