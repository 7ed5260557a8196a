import { Schema } from "effect"
import { ApiKeyId, CompanyId, FacilityId, LockId, UserId } from "#core/base/ids.ts"
import { apiKeyPath, newApiKeyPath } from "#core/navigation/apiKeyPath.ts"
import { companyPath, newCompany } from "#core/navigation/companyPath.ts"
import { facilityPath } from "#core/navigation/facilityPath.ts"
import { newUserPath, userPath } from "#core/navigation/userPath.ts"
import { newSubdomain, subdomainPath } from "#core/navigation/subdomainPath.ts"
import type { CommandHead } from "#core/commands/registry.ts"
import { type RouteId, routeOf } from "#core/navigation/routes.ts"
import type { Input, RowTarget } from "./PaletteRow.ts"

/** A location in the console: a path and search parameters. */
export interface Destination {
  readonly path: string
  readonly search: Readonly<Record<string, string>>
}

const screen = (id: RouteId, search: Readonly<Record<string, string>> = {}): Destination => {
  const { path, root } = routeOf(id)
  // A path with an ID placeholder leads to its list instead.
  return { path: path.includes("{") ? root : path, search }
}

const given = (input: Input, key: string, name = key): Readonly<Record<string, string>> =>
  input[key] === undefined ? {} : { [name]: String(input[key]) }

const page = (path: string): Destination => ({ path, search: {} })

/** The page of a lock. */
const lockDestination = (lockID: LockId): Destination =>
  page(routeOf("locks.detail").path.replace("{lockID}", String(lockID)))

/** The page of what an input names by its ID; null if it doesn't. */
const pageOf = <Id extends number>(id: Schema.Codec<Id, number>, destination: (id: Id) => Destination) => {
  const isId = Schema.is(id)
  return (value: unknown): Destination | null => (isId(value) ? destination(value) : null)
}
const lockPage = pageOf(LockId, lockDestination)
const facilityPage = pageOf(FacilityId, (id) => page(facilityPath(id)))
const apiKeyPage = pageOf(ApiKeyId, (id) => page(apiKeyPath(id)))
const companyPage = pageOf(CompanyId, (id) => page(companyPath(id)))
const userPage = pageOf(UserId, (id) => page(userPath(id)))

/** Commands that read what a screen shows, or fill in a form, open that screen. */
const byScreen: Readonly<Record<string, (input: Input) => Destination | null>> = {
  "locks.show": ({ lockID }) => lockPage(lockID),
  "locks.log": ({ lockID }) => lockPage(lockID),
  "locks.list": (input) => screen("locks.manage", given(input, "facilityID")),
  "inventory.list": (input) => screen("locks.inventory", given(input, "text", "search")),
  "facilities.list": (input) => screen("facilities", given(input, "search")),
  "facilities.show": ({ facilityID }) =>
    facilityID === undefined ? null : screen("facilities", { search: String(facilityID) }),
  "facilities.create": () => screen("facilities.create"),
  "facilities.edit": ({ facilityID }) => facilityPage(facilityID),
  "list.openView": ({ href }) => {
    if (typeof href !== "string") return null
    const { pathname, searchParams } = new URL(href, location.origin)
    return { path: pathname, search: Object.fromEntries(searchParams) }
  },
  "webhooks.list": () => screen("integrations.webhooks"),
  "webhooks.add": () => screen("integrations.webhooks"),
  "apiKeys.list": () => screen("integrations.keys"),
  "apiKeys.create": () => page(newApiKeyPath),
  "apiKeys.edit": ({ id }) => apiKeyPage(id),
  "companies.create": () => page(companyPath(newCompany)),
  ...Object.fromEntries(
    ["companies.show", "companies.edit"].map((id) => [
      id,
      ({ account }: Input): Destination | null => companyPage(account) ?? screen("companies")
    ])
  ),
  "automations.show": () => screen("automations.lock"),
  "roles.show": ({ role }) => screen("team.roles", role === undefined ? {} : { role: String(role) }),
  "settings.show": () => screen("settings.general"),
  "users.list": (input) => screen("team.users", given(input, "search")),
  "users.add": () => page(newUserPath),
  "users.edit": ({ userID }) => userPage(userID),
  "subdomains.list": () => screen("settings.subdomains"),
  "subdomains.create": () => page(subdomainPath(newSubdomain)),
  "subdomains.edit": () => screen("settings.subdomains"),
  "subdomains.logo": () => screen("settings.subdomains")
}

/** Whether a command's response contains a secret. Its screen shows the secret; the palette never does. */
export const handsOutSecret = ({ id }: CommandHead): boolean => /^(apiKeys\.(show|rotate)|webhooks\.rotate)$/.test(id)

/** The location a command opens; null if none, or if the input isn't enough. */
export const destinationOf = ({ id, does }: CommandHead, input: Input): Destination | null =>
  does.goTo !== undefined ? screen(does.goTo) : (byScreen[id]?.(input) ?? null)

/** The location of a row's item, or null. */
export const destinationOfRow = (target: RowTarget): Destination | null => {
  switch (target.kind) {
    case "lock":
      return lockDestination(target.lock.lockID)
    case "facility":
      return screen("locks.manage", { facilityID: String(target.facilityID) })
    case "person":
      return screen("team.users", { search: target.name })
    case "command":
      return destinationOf(target.command, target.about === null ? target.input : { lockID: target.about })
    default:
      return null
  }
}

/** Path and query of a location. */
export const hrefOf = ({ path, search }: Destination): string => {
  const query = new URLSearchParams(search).toString()
  return query === "" ? path : `${path}?${query}`
}
