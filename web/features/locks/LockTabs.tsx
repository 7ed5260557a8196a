import { type RouteId, routeOf } from "#core/navigation/routes.ts"
import { type Tab, Tabs } from "#web/ui/Tabs.tsx"

const tab = (id: RouteId, command: Tab["command"], label: string, alsoNeeds?: Tab["command"]): Tab => ({
  command,
  label,
  path: routeOf(id).path,
  pending: routeOf(id).pending === true,
  ...(alsoNeeds === undefined ? {} : { alsoNeeds })
})

const tabs: ReadonlyArray<Tab> = [
  tab("locks.manage", "go.locks", "Manage Locks"),
  // Needs the activation permission, because the screen also assigns locks (DECISIONS, Guards and navigation).
  tab("locks.inventory", "go.locks.inventory", "Inventory Locks", "go.locks.activate"),
  tab("locks.activate", "go.locks.activate", "Activate Locks"),
  tab("locks.returned", "go.locks.returned", "Process Returned"),
  tab("locks.list", "go.locks.list", "Bulk changes"),
  tab("locks.scan", "go.locks.scan", "Scan")
]

/** Tabs of the locks area (001 §2). */
export const LockTabs = () => <Tabs label="Locks" tabs={tabs} />
