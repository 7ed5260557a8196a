import { apiKeyPath, newApiKeyPath } from "#core/navigation/apiKeyPath.ts"
import { companyPath, newCompany } from "#core/navigation/companyPath.ts"
import { facilityPath } from "#core/navigation/facilityPath.ts"
import { newUserPath, userPath } from "#core/navigation/userPath.ts"
import { newSubdomain, subdomainPath } from "#core/navigation/subdomainPath.ts"
import type { CommandHead } from "#core/commands/registry.ts"
import { type RouteId, routeOf } from "#core/navigation/routes.ts"
import type { Input, RowTarget } from "./PaletteRow.ts"

/** An address of the console: a path and what stands behind its question mark. */
export interface Destination {
  readonly path: string
  readonly search: Readonly<Record<string, string>>
}

const screen = (id: RouteId, search: Readonly<Record<string, string>> = {}): Destination => {
  const { path, root } = routeOf(id)
  // An address of one of several things is reached by its list.
  return { path: path.includes("{") ? root : path, search }
}

const given = (input: Input, key: string, name = key): Readonly<Record<string, string>> =>
  input[key] === undefined ? {} : { [name]: String(input[key]) }

/** The screen of a lock. */
export const lockDestination = (lockID: number): Destination => ({
  path: routeOf("locks.detail").path.replace("{lockID}", String(lockID)),
  search: {}
})

/** Commands that read what a screen shows, or fill in a form, are a way to that screen. */
const byScreen: Readonly<Record<string, (input: Input) => Destination | null>> = {
  "locks.show": ({ lockID }) => (typeof lockID === "number" ? lockDestination(lockID) : null),
  "locks.log": ({ lockID }) => (typeof lockID === "number" ? lockDestination(lockID) : null),
  "locks.list": (input) => screen("locks.manage", given(input, "facilityID")),
  "inventory.list": (input) => screen("locks.inventory", given(input, "text", "search")),
  "facilities.list": (input) => screen("facilities", given(input, "search")),
  "facilities.show": ({ facilityID }) =>
    facilityID === undefined ? null : screen("facilities", { search: String(facilityID) }),
  "facilities.create": () => screen("facilities.create"),
  "facilities.edit": ({ facilityID }) =>
    typeof facilityID === "number" ? { path: facilityPath(facilityID), search: {} } : null,
  "list.openView": ({ href }) => {
    if (typeof href !== "string") return null
    const { pathname, searchParams } = new URL(href, location.origin)
    return { path: pathname, search: Object.fromEntries(searchParams) }
  },
  "webhooks.list": () => screen("integrations.webhooks"),
  "webhooks.add": () => screen("integrations.webhooks"),
  "apiKeys.list": () => screen("integrations.keys"),
  "apiKeys.create": () => ({ path: newApiKeyPath, search: {} }),
  "apiKeys.edit": ({ id }) => (typeof id === "number" ? { path: apiKeyPath(id), search: {} } : null),
  "companies.create": () => ({ path: companyPath(newCompany), search: {} }),
  ...Object.fromEntries(
    ["companies.show", "companies.edit"].map((id) => [
      id,
      ({ account }: Input): Destination | null =>
        typeof account === "number" ? { path: companyPath(account), search: {} } : screen("companies")
    ])
  ),
  "automations.show": () => screen("automations.lock"),
  "roles.show": ({ role }) => screen("team.roles", role === undefined ? {} : { role: String(role) }),
  "settings.show": () => screen("settings.general"),
  "users.list": (input) => screen("team.users", given(input, "search")),
  "users.add": () => ({ path: newUserPath, search: {} }),
  "users.edit": ({ userID }) => (typeof userID === "number" ? { path: userPath(userID), search: {} } : null),
  "subdomains.list": () => screen("settings.subdomains"),
  "subdomains.create": () => ({ path: subdomainPath(newSubdomain), search: {} }),
  "subdomains.edit": () => screen("settings.subdomains"),
  "subdomains.logo": () => screen("settings.subdomains")
}

/** Whether the answer of a command holds a secret, which its screen shows and never the palette. */
export const handsOutSecret = ({ id }: CommandHead): boolean => /^(apiKeys\.(show|rotate)|webhooks\.rotate)$/.test(id)

/** Where a command goes in the console, or null when it goes nowhere, or not yet with this input. */
export const destinationOf = ({ id, does }: CommandHead, input: Input): Destination | null =>
  does.goTo !== undefined ? screen(does.goTo) : (byScreen[id]?.(input) ?? null)

/** Where what a row stands for can be looked at, or null. */
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

/** A destination as it stands behind the host. */
export const hrefOf = ({ path, search }: Destination): string => {
  const query = new URLSearchParams(search).toString()
  return query === "" ? path : `${path}?${query}`
}
