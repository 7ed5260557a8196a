import { publicPathAt } from "#core/navigation/routes.ts"
import { Toasts } from "#web/features/notices/Toasts.tsx"
import { PublicScreens } from "#web/routes/PublicScreens.tsx"
import { FailureBoundary } from "#web/ui/FailureBoundary.tsx"
import { LateLoading } from "#web/ui/LateLoading.tsx"
import { usePath } from "./app/address.ts"
import { lazyPart } from "./app/lazyPart.ts"

/** Loaded on demand, so that the sign-in screen doesn't load the router and everything behind it. */
const ProtectedConsole = lazyPart(() => import("#web/routes/ProtectedConsole.tsx"), "ProtectedConsole", LateLoading)

/** The console: public paths directly, protected ones through the router and its guard. */
export const App = () => {
  const path = publicPathAt(usePath())
  return (
    <>
      <FailureBoundary key={path === null ? "protected" : "public"}>
        {path === null ? <ProtectedConsole /> : <PublicScreens path={path} />}
      </FailureBoundary>
      <Toasts />
    </>
  )
}
