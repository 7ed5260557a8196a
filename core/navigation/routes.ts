import { type Access, reads, signedIn, signedInAs, writes } from "#core/auth/Access.ts"
import { Area } from "#core/auth/permissions.ts"
import { lockStatusRoles, outboxRoles, siteLevelRoles, unrestrictedRoles } from "#core/auth/roles.ts"

/** A protected route of the console (000 §2; DECISIONS, Guards and navigation). */
export interface Route {
  readonly id: string
  /** Parameters as `{name}`, as in the documents. */
  readonly path: string
  readonly title: string
  readonly access: Access
  /** Where a user who is refused in this section goes first. */
  readonly root: string
  /** Redirects to the first of these routes that has a screen and admits the user. */
  readonly goesTo?: ReadonlyArray<string>
  /** Keys that open it from anywhere. */
  readonly keys?: ReadonlyArray<string>
  /** Synonyms for the palette. */
  readonly keywords?: ReadonlyArray<string>
  /** Its screen is not in the console yet. */
  readonly pending?: true
  /** Listed in the palette although it has no keys. */
  readonly listed?: true
}

const locks = { access: reads(Area.id.Locks), root: "/locks" } as const
const inventory = { access: writes(Area.id.Inventory), root: "/locks" } as const
const team = { access: reads(Area.id.Users), root: "/team" } as const
const teamChanges = { access: writes(Area.id.Users, { roles: unrestrictedRoles }), root: "/team" } as const
const facilities = { access: reads(Area.id.Facilities), root: "/facilities" } as const
const facilityChanges = {
  access: writes(Area.id.Facilities, { roles: unrestrictedRoles }),
  root: "/facilities"
} as const
/** Mismatches show the status of locks. */
const drift = { access: reads(Area.id.Locks, { roles: lockStatusRoles }), root: "/facilities" } as const
const automations = { access: writes(Area.id.Automations), root: "/automations" } as const
const integrations = { access: writes(Area.id.ApiSettings), root: "/integrations" } as const
const reports = { access: reads(Area.id.Reports), root: "/reports" } as const
const subdomains = { access: writes(Area.id.Subdomains), root: "/settings" } as const
const companies = { access: signedInAs(siteLevelRoles), root: "/companies" } as const
const anybodySignedIn = (root: string) => ({ access: signedIn, root })

/** Every protected route, each once. Literal segments win over parameters. */
export const routes = [
  { id: "home", path: "/", title: "Home", access: locks.access, root: "/dashboard", goesTo: ["/dashboard"] },
  {
    id: "dashboard",
    path: "/dashboard",
    title: "Dashboard",
    ...anybodySignedIn("/dashboard"),
    keys: ["g d"],
    keywords: ["home", "quick lock search"]
  },
  {
    id: "locks",
    path: "/locks",
    title: "Locks",
    ...locks,
    goesTo: ["/locks/manage_locks"],
    keys: ["g l"],
    keywords: ["manage locks"]
  },
  { id: "locks.manage", path: "/locks/manage_locks", title: "Manage Locks", ...locks },
  {
    id: "locks.activate",
    path: "/locks/activate_locks",
    title: "Activate Locks",
    access: writes(Area.id.ActivateLocks),
    root: "/locks",
    keys: ["g a"]
  },
  {
    id: "locks.returned",
    path: "/locks/process_returned",
    title: "Process Returned",
    access: writes(Area.id.LockReturns),
    root: "/locks",
    keys: ["g r"],
    keywords: ["returns"]
  },
  { id: "locks.inventory", path: "/locks/inventory", title: "Inventory", ...inventory, keys: ["g i"] },
  { id: "locks.review", path: "/locks/inventory/review", title: "Inventory review", ...inventory },
  {
    id: "locks.scan",
    path: "/locks/scan",
    title: "Scan a lock",
    ...locks,
    keys: ["g q"],
    keywords: ["qr", "camera", "barcode"]
  },
  {
    id: "locks.list",
    path: "/locks/bulk",
    title: "Bulk changes",
    access: writes(Area.id.ActivateLocks),
    root: "/locks",
    keys: ["g b"],
    keywords: ["many", "list", "csv", "file", "paste"]
  },
  { id: "locks.detail", path: "/locks/{lockID}", title: "Lock", ...locks },
  { id: "team", path: "/team", title: "Team", ...team, goesTo: ["/team/users"], keys: ["g e"] },
  { id: "team.users", path: "/team/users", title: "Users", ...team },
  {
    id: "team.roles",
    path: "/team/roles",
    title: "Roles & permissions",
    ...team,
    keywords: ["access", "areas", "custom roles"],
    listed: true
  },
  {
    id: "team.import",
    path: "/team/users/import",
    title: "Import users",
    ...teamChanges,
    keywords: ["csv", "excel", "bulk", "invite", "file"],
    listed: true
  },
  {
    id: "team.user",
    path: "/team/users/{userID}",
    title: "User",
    ...teamChanges
  },
  { id: "facilities", path: "/facilities", title: "Facilities", ...facilities, keys: ["g f"] },
  {
    id: "facilities.create",
    path: "/facilities/create",
    title: "Add Facilities",
    ...facilityChanges
  },
  {
    id: "facilities.import",
    path: "/facilities/multiple_create",
    title: "Add Multiple Facilities",
    ...facilityChanges,
    keys: ["g u"],
    keywords: ["import", "csv", "bulk", "upload"]
  },
  {
    id: "facilities.driftAll",
    path: "/facilities/drift",
    title: "Unit and lock mismatches",
    ...drift,
    keys: ["g x"],
    keywords: ["drift", "paid", "overlocked", "delinquent", "vacant", "all facilities"]
  },
  { id: "facilities.edit", path: "/facilities/{facilityID}", title: "Facility", ...facilityChanges },
  {
    id: "facilities.drift",
    path: "/facilities/{facilityID}/drift",
    title: "Unit and lock mismatches",
    ...drift
  },
  {
    id: "facilities.transfer",
    path: "/Account/FacilityTransfer",
    title: "Facility transfer",
    ...facilityChanges
  },
  {
    id: "automations",
    path: "/automations",
    title: "Automations",
    ...automations,
    goesTo: ["/automations/messages", "/automations/lock"]
  },
  {
    id: "automations.messages",
    path: "/automations/messages",
    title: "Auto Messages",
    ...automations,
    keys: ["g m"],
    pending: true
  },
  {
    id: "automations.lock",
    path: "/automations/lock",
    title: "Auto Lock Status Change",
    ...automations,
    keys: ["g o"]
  },
  {
    id: "integrations",
    path: "/integrations",
    title: "Integrations",
    ...anybodySignedIn("/integrations"),
    goesTo: ["/integrations/api_setting", "/integrations/facilities"],
    keys: ["g n"]
  },
  {
    id: "integrations.keys",
    path: "/integrations/api_setting",
    title: "API Settings",
    ...integrations,
    keys: ["g k"]
  },
  { id: "integrations.key", path: "/integrations/api_setting/{sid}", title: "API key", ...integrations },
  {
    id: "integrations.webhooks",
    path: "/integrations/webhooks",
    title: "Webhooks",
    ...integrations,
    keywords: ["events", "endpoint", "deliveries"],
    listed: true
  },
  {
    id: "integrations.facilities",
    path: "/integrations/facilities",
    title: "Facilities in the API",
    access: reads(Area.id.ApiSettings),
    root: "/integrations",
    listed: true
  },
  {
    id: "settings",
    path: "/settings",
    title: "Settings",
    ...anybodySignedIn("/settings"),
    goesTo: ["/settings/general"],
    keys: ["g s"]
  },
  {
    id: "settings.general",
    path: "/settings/general",
    title: "General settings",
    ...anybodySignedIn("/settings"),
    listed: true
  },
  {
    id: "settings.subdomains",
    path: "/settings/overlock",
    title: "Subdomains",
    ...subdomains,
    keys: ["g w"],
    keywords: ["overlock", "portals"]
  },
  {
    id: "settings.subdomain",
    path: "/settings/overlock/{overlockId}",
    title: "Subdomain",
    ...subdomains
  },
  { id: "reports", path: "/reports", title: "Reports", ...reports, keys: ["g p"], pending: true },
  {
    id: "reports.combination",
    path: "/reports/combination/{rid}",
    title: "Combination report",
    ...reports,
    pending: true,
    listed: true
  },
  {
    id: "reports.message",
    path: "/reports/message/{rid}",
    title: "Message report",
    ...reports,
    pending: true,
    listed: true
  },
  {
    id: "reports.lockCount",
    path: "/reports/facility-lock-count/{rid}",
    title: "Facility lock count",
    ...reports,
    pending: true,
    listed: true
  },
  {
    id: "reports.bulkLock",
    path: "/reports/bulk_lock",
    title: "Bulk activation report",
    access: reads(Area.id.Locks),
    root: "/reports",
    pending: true,
    listed: true
  },
  {
    id: "jobs",
    path: "/jobs",
    title: "Jobs",
    ...anybodySignedIn("/jobs"),
    keys: ["g j"],
    keywords: ["bulk", "progress"]
  },
  {
    id: "companies",
    path: "/companies",
    title: "Companies",
    ...companies,
    keys: ["g c"],
    keywords: ["customers", "plans", "subscriptions", "head office"]
  },
  { id: "companies.edit", path: "/companies/{id}", title: "Company", ...companies },
  {
    id: "outbox",
    path: "/outbox",
    title: "Outbox",
    access: reads(Area.id.Users, { roles: outboxRoles }),
    root: "/team",
    keys: ["g t"],
    keywords: ["mail", "email", "messages", "sent"]
  },
  { id: "jobs.show", path: "/jobs/{jobID}", title: "Job", ...anybodySignedIn("/jobs") },
  {
    id: "locks.bulk",
    path: "/bulk_activate/{batchID}",
    title: "Bulk activation",
    access: writes(Area.id.ActivateLocks),
    root: "/locks"
  }
] as const satisfies ReadonlyArray<Route>

export type RouteId = (typeof routes)[number]["id"]

/** The path of a route, as it is written above. */
export type PathOf<Id extends RouteId> = Extract<(typeof routes)[number], { readonly id: Id }>["path"]

const byId = new Map<string, Route>(routes.map((route) => [route.id, route]))

/** Finds a route by id. */
export const routeOf = <Id extends RouteId>(id: Id): Route & { readonly path: PathOf<Id> } => {
  const route = byId.get(id)
  if (route === undefined) throw new RangeError(`no route ${id}`)
  return route as Route & { readonly path: PathOf<Id> }
}

/** The routes that a redirecting route leads to: those with a screen, or else all. Undefined if it has its own screen. */
export const targetsOf = ({ goesTo }: Route): ReadonlyArray<Route> | undefined => {
  const targets = goesTo?.flatMap((path) => routeAt(path) ?? [])
  const built = targets?.filter(({ pending }) => pending !== true)
  return built?.length === 0 ? targets : built
}

/** Whether a route has no screen yet, neither its own nor one that it leads to. */
export const isPending = (route: Route): boolean => route.pending === true || targetsOf(route)?.[0]?.pending === true

/** Paths ignore case. */
const segments = (path: string): ReadonlyArray<string> =>
  path
    .toLowerCase()
    .split("/")
    .filter((part) => part !== "")

const parameters = ({ path }: Route): number => path.split("{").length

/** All routes with the segments of their paths, those with fewer parameters first. */
const bySegments = routes
  .map((route: Route) => ({ route, wanted: segments(route.path) }))
  .toSorted((a, b) => parameters(a.route) - parameters(b.route))

/** Finds the route of a path without query and hash; undefined if there is none. Literal segments win. */
export const routeAt = (path: string): Route | undefined => {
  const parts = segments(path)
  return bySegments.find(
    ({ wanted }) =>
      wanted.length === parts.length && wanted.every((part, at) => part.startsWith("{") || part === parts[at])
  )?.route
}

/**
 * Paths without a session or layout (DECISIONS, Guards and navigation), and the sign-in's other names, because people type
 * them.
 */
export const publicPaths = [
  "/signin",
  "/login",
  "/sign-in",
  "/signup",
  "/forgotpassword",
  "/setpassword",
  "/sso",
  "/auth/mobile",
  "/auth-redirect"
] as const

/** Finds the public path, ignoring case and a trailing slash, or null. */
export const publicPathAt = (path: string): (typeof publicPaths)[number] | null => {
  const plain = `/${segments(path).join("/")}`
  return publicPaths.find((each) => each === plain) ?? null
}

/** Public paths that a signed-in user may open (000 §2). */
export const publicWhileSignedIn: ReadonlySet<string> = new Set(["/forgotpassword", "/setpassword"])

/** The default page after signing in. */
export const homePath = "/dashboard"
