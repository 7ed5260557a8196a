import { Suspense } from "react"
import { publicPathAt } from "#core/navigation/routes.ts"
import { Toasts } from "#web/features/notices/Toasts.tsx"
import { PublicScreens } from "#web/routes/PublicScreens.tsx"
import { FailureBoundary } from "#web/ui/FailureBoundary.tsx"
import { Loading } from "#web/ui/Loading.tsx"
import { usePath } from "./address.ts"
import { lazyPart } from "./lazyPart.ts"

/** Loaded when it is needed: the sign-in does without the router and all that stands behind it. */
const ProtectedConsole = lazyPart(() => import("#web/routes/ProtectedConsole.tsx"), "ProtectedConsole")

/** The console: the public addresses by themselves, the protected ones behind the router and its guard. */
export const App = () => {
  const path = publicPathAt(usePath())
  return (
    <>
      <FailureBoundary key={path === null ? "protected" : "public"}>
        <Suspense fallback={<Loading />}>
          {path === null ? <ProtectedConsole /> : <PublicScreens path={path} />}
        </Suspense>
      </FailureBoundary>
      <Toasts />
    </>
  )
}
