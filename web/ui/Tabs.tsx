import "./Tabs.css"
import { Link } from "@tanstack/react-router"
import type { CommandId } from "#core/commands/registry.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useAvailability } from "#web/app/useCommands.ts"

/** A tab: its path, and the command that opens it. */
export interface Tab {
  readonly command: CommandId
  readonly label: string
  readonly path: string
  /** Its screen isn't in the console yet. */
  readonly pending: boolean
  /** Another command that must be allowed for it. */
  readonly alsoNeeds?: CommandId
}

/** Centers the open tab if the tabs scroll sideways. */
const showOpen = (nav: HTMLElement | null): void => {
  const open = nav?.querySelector<HTMLElement>("[aria-current]") ?? null
  if (nav !== null && open !== null) nav.scrollLeft = open.offsetLeft - (nav.clientWidth - open.offsetWidth) / 2
}

/** The tabs of an area. A refused one stays visible with its reason. */
export const Tabs = ({ label, tabs }: { readonly label: string; readonly tabs: ReadonlyArray<Tab> }) => (
  <nav aria-label={label} className="tabs" data-sideways="phone" ref={showOpen}>
    {tabs.map((tab) => (
      <TabLink key={tab.command} {...tab} />
    ))}
  </nav>
)

const TabLink = ({ command, label, path, pending, alsoNeeds }: Tab) => {
  const may = useAvailability(command)
  const also = useAvailability(alsoNeeds ?? command)
  const refused = [may, also].find((each) => !each.allowed)
  if (refused !== undefined && !refused.allowed) {
    return (
      <span
        className="tab"
        role="link"
        aria-disabled
        tabIndex={0}
        data-command={command}
        title={refused.words.error}
        onClick={() => void center.perform(may.allowed ? (alsoNeeds ?? command) : command)}
      >
        {label}
        <span className="hidden">: {refused.words.error}</span>
      </span>
    )
  }
  return (
    <Link to={path} className="tab" data-command={command} activeProps={{ "aria-current": "page" }}>
      {label}
      {pending ? <small> Soon</small> : null}
    </Link>
  )
}
