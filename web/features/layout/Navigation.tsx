import { Link, useRouterState } from "@tanstack/react-router"
import type { CommandId } from "#core/commands/registry.ts"
import { isActiveEntry, type NavigationEntry, navigationFor } from "#core/navigation/navigation.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useKeysOf } from "#web/keyboard/keymap.ts"
import { forgetFilters } from "#web/grid/gridMemory.ts"
import { ariaKeys } from "#web/keyboard/keysShown.ts"
import { Kbd } from "#web/ui/Kbd.tsx"
import { NavIcon } from "./NavIcon.tsx"

interface NavigationProps {
  readonly className: string
  readonly label: string
  /** Only the entries of small screens. */
  readonly small?: boolean
  /** Called when the user opens an entry. */
  readonly onGo?: () => void
}

/** The main navigation: the entries this user may open, with their keys (000 §2). */
export const Navigation = ({ className, label, small = false, onGo }: NavigationProps) => {
  const entries = navigationFor(useSignedInUser()).filter((entry) => !small || entry.small)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <nav className={className} aria-label={label}>
      {entries.map((entry) => (
        <Entry
          key={entry.id}
          entry={entry}
          active={isActiveEntry(entry, path)}
          {...(onGo === undefined ? {} : { onGo })}
        />
      ))}
    </nav>
  )
}

interface EntryProps {
  readonly entry: NavigationEntry
  readonly active: boolean
  readonly onGo?: () => void
}

const Entry = ({ entry, active, onGo }: EntryProps) => {
  const command = `go.${entry.go.id}` as CommandId
  const keys = useKeysOf(command)
  const [first] = keys
  return (
    <Link
      to={entry.route.path}
      data-command={command}
      aria-current={active ? "page" : undefined}
      aria-keyshortcuts={ariaKeys(keys)}
      title={entry.route.title}
      activeOptions={{ exact: true, includeSearch: true }}
      activeProps={{}}
      onClick={() => {
        forgetFilters()
        onGo?.()
      }}
    >
      <NavIcon of={entry.id} />
      <span className="nav-label">{entry.route.title}</span>
      {entry.pending ? <small className="nav-soon">Soon</small> : null}
      {first === undefined ? null : <Kbd keys={first} />}
    </Link>
  )
}
