import type { ReactNode } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import { type Carried, goTo } from "#web/app/address.ts"
import { isPlainClick } from "#web/app/isPlainClick.ts"

interface PublicLinkProps {
  readonly to: string
  readonly command: CommandId
  readonly children: ReactNode
  /** It links to the current screen. */
  readonly current?: boolean
  readonly carried?: Carried
  readonly className?: string
}

/** A link that works without the router: for screens without a session and for failed screens. */
export const PublicLink = ({ to, command, children, current = false, carried = {}, className }: PublicLinkProps) => (
  <a
    href={to}
    className={className}
    data-command={command}
    aria-current={current ? "page" : undefined}
    onClick={(event) => {
      if (!isPlainClick(event)) return
      event.preventDefault()
      goTo(to, { carried })
    }}
  >
    {children}
  </a>
)
