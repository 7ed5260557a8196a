import type { ReactNode } from "react"
import { useQuery } from "#web/app/address.ts"
import { useTitle } from "#web/app/useTitle.ts"
import { AuthBanner } from "./AuthBanner.tsx"
import { PublicLink } from "#web/ui/PublicLink.tsx"
import "./AuthScreen.css"

interface AuthScreenProps {
  readonly title: string
  /** The active tab. Screens outside the tabs have none. */
  readonly tab?: "signin" | "signup"
  readonly children: ReactNode
}

/** Frame of the screens without a session: banner, logo, tabs and title. */
export const AuthScreen = ({ title, tab, children }: AuthScreenProps) => {
  useTitle(title)
  // Keep the return URL when switching tabs.
  const query = useQuery()
  return (
    <div className="auth">
      <AuthBanner />
      <main className="auth-main">
        <p className="mark">
          <i aria-hidden="true" />
          Lockdesk
        </p>
        <section className="card auth-card" aria-labelledby="auth-title">
          {tab === undefined ? null : (
            <nav className="auth-tabs" aria-label="Account">
              <PublicLink to={`/signin${query}`} command="auth.showSignIn" current={tab === "signin"}>
                Log In
              </PublicLink>
              <PublicLink to={`/signup${query}`} command="auth.showSignUp" current={tab === "signup"}>
                Sign Up
              </PublicLink>
            </nav>
          )}
          <div className="auth-body">
            <h1 id="auth-title">{title}</h1>
            {children}
          </div>
        </section>
      </main>
    </div>
  )
}
