import { type ReactNode, useState } from "react"
import { dialogPart } from "#web/ui/frontPart.ts"
import { useLoadedLater } from "#web/app/useLoadedLater.ts"
import { InMain } from "#web/app/InMain.ts"
import { Header } from "./Header.tsx"
import { Navigation } from "./Navigation.tsx"
import { ProfileMenu } from "./ProfileButton.tsx"
import { useLayoutCommands } from "./useLayoutCommands.ts"
import { useScreenKeys } from "./useScreenKeys.ts"
import { useScreenNamed } from "./useScreenNamed.ts"
import "./Layout.css"

const SlideOutMenu = dialogPart(() => import("./SlideOutMenu.tsx"), "SlideOutMenu")

interface LayoutProps {
  readonly children: ReactNode
  /** The inbox, passed in because the layout doesn't own it. */
  readonly inbox: (onClose: () => void) => ReactNode
}

/** Frame of every screen with a session. */
export const Layout = ({ children, inbox }: LayoutProps) => {
  const [front, setFront] = useState<"inbox" | "menu" | null>(null)
  const close = () => setFront(null)
  useLayoutCommands({ inbox: () => setFront("inbox"), menu: () => setFront("menu") })
  useScreenNamed()
  useScreenKeys()
  useLoadedLater(SlideOutMenu, ProfileMenu)
  return (
    <div className="app">
      <a
        className="skip"
        href="#main"
        data-command="main.focus"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById("main")?.focus()
        }}
      >
        Skip to the content
      </a>
      <Header />
      <Navigation className="nav" label="Main" />
      <main id="main" className="main" tabIndex={-1}>
        <InMain value={true}>{children}</InMain>
      </main>
      <Navigation className="bottom" label="Main, small" small />
      {front === "inbox" ? inbox(close) : null}
      {front === "menu" ? <SlideOutMenu onClose={close} /> : null}
    </div>
  )
}
