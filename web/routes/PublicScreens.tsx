import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react"
import { publicPaths, publicWhileSignedIn } from "#core/navigation/routes.ts"
import { goTo } from "#web/app/address.ts"
import { lazyPart } from "#web/app/lazyPart.ts"
import { session } from "#web/app/Session.ts"
import { whoIsSignedIn } from "#web/app/whoAmI.ts"
import { FailedScreen } from "#web/ui/FailedScreen.tsx"
import { LateLoading } from "#web/ui/LateLoading.tsx"
import { Loading } from "#web/ui/Loading.tsx"
import { ForgotPasswordRoute } from "./ForgotPasswordRoute.tsx"
import { PublicPendingRoute } from "./PublicPendingRoute.tsx"
import { SignInRoute } from "./SignInRoute.tsx"
import { SignUpRoute } from "./SignUpRoute.tsx"
import { wayOn } from "./ways.ts"

/** Only links in emails lead to it. */
const SetPasswordRoute = lazyPart(() => import("./SetPasswordRoute.tsx"), "SetPasswordRoute", LateLoading)

type PublicPath = (typeof publicPaths)[number]

/** The screen of each public path. `/auth-redirect` only redirects (ledger A036). */
const screens: Readonly<Record<PublicPath, ComponentType>> = {
  "/signin": SignInRoute,
  "/login": SignInRoute,
  "/sign-in": SignInRoute,
  "/auth-redirect": SignInRoute,
  "/signup": SignUpRoute,
  "/forgotpassword": ForgotPasswordRoute,
  "/setpassword": SetPasswordRoute,
  "/sso": PublicPendingRoute,
  "/auth/mobile": PublicPendingRoute
}

/** The public screens. Most redirect a signed-in user to where they were going (000 §2). */
export const PublicScreens = ({ path }: { readonly path: PublicPath }) => {
  const token = useSyncExternalStore(session.subscribe, () => session.token)
  const [failure, setFailure] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  const asking = token !== null && !publicWhileSignedIn.has(path)
  useEffect(() => {
    if (!asking) return
    let left = false
    whoIsSignedIn().then(
      (user) => {
        if (!left && user !== null) goTo(wayOn(location.search), { replace: true })
      },
      (error: unknown) => {
        if (!left) setFailure(error)
      }
    )
    return () => {
      left = true
    }
  }, [asking, token, tries])
  if (!asking) {
    const Screen = screens[path]
    return <Screen />
  }
  if (failure === null) return <Loading />
  const again = () => {
    setFailure(null)
    setTries(tries + 1)
  }
  return <FailedScreen error={failure} reset={again} />
}
