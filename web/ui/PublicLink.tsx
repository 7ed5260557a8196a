import type { MouseEvent, ReactNode } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import { type Carried, goTo } from "#web/app/address.ts"

interface PublicLinkProps {
  readonly to: string
  readonly command: CommandId
  readonly children: ReactNode
  /** It links to the current screen. */
  readonly current?: boolean
  readonly carried?: Carried
  readonly className?: string
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey

/** A link that works without the router: for screens without a session and for failed screens. */
export const PublicLink = ({ to, command, children, current = false, carried = {}, className }: PublicLinkProps) => (
  <a
    href={to}
    className={className}
    data-command={command}
    aria-current={current ? "page" : undefined}
    onClick={(event) => {
      if (!isPlain(event)) return
      event.preventDefault()
      goTo(to, { carried })
    }}
  >
    {children}
  </a>
)
