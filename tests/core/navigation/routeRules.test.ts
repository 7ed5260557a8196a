import { describe, expect, it } from "vitest"
import { accessRefusal } from "#core/auth/accessRules.ts"
import { AccessLevel, Area, permissionsOf } from "#core/auth/permissions.ts"
import { Role } from "#core/auth/roles.ts"
import { type GuardAnswer, guardRoute } from "#core/navigation/routeRules.ts"
import { accessOf, type EndpointRef } from "#core/commands/endpoints.ts"
import { routeAt, type RouteId, routeOf as routeById, routes } from "#core/navigation/routes.ts"
import { person } from "../../support/person.ts"
import { settledLevel } from "../../support/settledPermissions.ts"
import { settledIndexes, settledRoles, type SettledRoute, settledRoutes } from "./settledRoutes.ts"

const routeOf = (address: string) => routeAt(address) ?? expect.unreachable(`no route at ${address}`)

/** The answer according to the settled readings' tables alone. */
const expected = (role: number, { address, area, level, root }: SettledRoute): GuardAnswer => {
  const reaches = (route: SettledRoute): boolean =>
    (settledRoles[route.address]?.includes(role) ?? true) &&
    (route.area === null || settledLevel(role, route.area) >= route.level)
  const at = (path: string): SettledRoute =>
    settledRoutes.find((each) => each.address === path) ?? expect.unreachable(`the table has no ${path}`)
  if (!reaches({ address, area, level, root })) {
    const admitted = root !== address && reaches(at(root))
    return { kind: "go", to: admitted ? root : "/dashboard", denied: true }
  }
  const index = settledIndexes[address]
  if (index === undefined) return { kind: "stay" }
  const to = index.find((path) => reaches(at(path)))
  return { kind: "go", to: to ?? "/dashboard", denied: to === undefined }
}

/** What a page can't do without: the calls that load it or that it is for. Routes that aren't listed need only a session. */
const callsOfPages: Readonly<Partial<Record<RouteId, ReadonlyArray<EndpointRef>>>> = {
  "locks.manage": ["locks.sync"],
  "locks.activate": ["locks.activate"],
  "locks.returned": ["returns.process"],
  "locks.inventory": ["inventory.assign"],
  "locks.review": ["inventory.assign"],
  "locks.scan": ["locks.show"],
  "locks.list": ["jobs.activate"],
  "locks.detail": ["locks.show"],
  "team.users": ["users.list"],
  "team.roles": ["users.roles"],
  "team.import": ["userImports.upload"],
  "team.user": ["users.update"],
  facilities: ["facilities.list"],
  "facilities.create": ["facilities.add"],
  "facilities.import": ["imports.upload"],
  "facilities.driftAll": ["drift.show"],
  "facilities.edit": ["facilities.show", "facilities.update"],
  "facilities.drift": ["drift.show"],
  "facilities.transfer": ["transfers.offer"],
  "automations.lock": ["automations.profile"],
  "integrations.keys": ["apiKeys.list"],
  "integrations.key": ["apiKeys.list"],
  companies: ["companies.list"],
  "companies.edit": ["companies.account"],
  outbox: ["outbox.list"],
  "locks.bulk": ["jobs.activate"]
}

describe("the route guard", () => {
  it.each(Role.rows.map(({ id, label }) => [label, id] as const))(
    "admits a %s only where its page can be used",
    (_, role) => {
      const writesAll = Object.fromEntries(Area.ids.map((area) => [area, AccessLevel.id.Write]))
      const everyone = [person(role), person(role, { Permissions: permissionsOf(role, writesAll) })]
      const useless = routes.filter(({ id }) =>
        everyone.some((user) => {
          const calls = callsOfPages[id] ?? []
          const admitted = guardRoute(user, routeById(id)).kind === "stay"
          return admitted && calls.some((call) => accessRefusal(user, accessOf(call) ?? expect.unreachable()) !== null)
        })
      )
      expect(useless.map(({ id }) => id)).toEqual([])
    }
  )

  it("covers every path of the table, and no other route", () => {
    const known = new Set(settledRoutes.map(({ address }) => routeOf(address).id))
    expect([...known].toSorted()).toEqual(routes.map(({ id }) => id).toSorted())
  })

  describe.each(Role.rows.map(({ id, label }) => [label, id] as const))("for a %s", (_, role) => {
    const user = person(role)
    it.each(settledRoutes.map((settled) => [settled.address, settled] as const))("at %s", (address, settled) => {
      expect(guardRoute(user, routeOf(address))).toEqual(expected(role, settled))
    })
  })

  it("redirects to the dashboard silently if the area is missing from the permissions", () => {
    const { "1": _, ...others } = permissionsOf(Role.id.Owner)
    const owner = person(Role.id.Owner, { Permissions: others })
    for (const address of ["/locks", "/locks/manage_locks", "/locks/17", "/locks/scan", "/reports/bulk_lock"]) {
      expect(guardRoute(owner, routeOf(address)), address).toEqual({ kind: "go", to: "/dashboard", denied: false })
    }
    expect(guardRoute(owner, routeOf("/facilities"))).toEqual({ kind: "stay" })
  })

  it("treats Read as None where Write is needed", () => {
    const reader = person(Role.id.Admin, { Permissions: permissionsOf(Role.id.Admin, { "5": 1, "10": 1 }) })
    expect(guardRoute(reader, routeOf("/facilities/create"))).toEqual({ kind: "go", to: "/facilities", denied: true })
    expect(guardRoute(reader, routeOf("/integrations/api_setting"))).toEqual({
      kind: "go",
      to: "/integrations",
      denied: true
    })
    // A path with no allowed destination shows a message instead of redirecting home silently.
    expect(guardRoute(person(Role.id.CallCenterAgent), routeOf("/integrations"))).toEqual({
      kind: "go",
      to: "/dashboard",
      denied: true
    })
    // It redirects to the first tab the user can read.
    expect(guardRoute(reader, routeOf("/integrations"))).toEqual({
      kind: "go",
      to: "/integrations/facilities",
      denied: false
    })
  })

  it("never redirects in a loop", () => {
    for (const { id: role } of Role.rows) {
      for (const { address } of settledRoutes) {
        const user = person(role)
        const seen: Array<string> = [address]
        let answer = guardRoute(user, routeOf(address))
        while (answer.kind === "go") {
          expect(seen, `${Role.label(role)} at ${address}`).not.toContain(answer.to)
          seen.push(answer.to)
          answer = guardRoute(user, routeOf(answer.to))
        }
      }
    }
  })
})

describe("a path", () => {
  it("is matched by its literal segments first", () => {
    expect(routeOf("/locks/scan").id).toBe("locks.scan")
    expect(routeOf("/locks/inventory").id).toBe("locks.inventory")
    expect(routeOf("/locks/4711").id).toBe("locks.detail")
    expect(routeOf("/facilities/create").id).toBe("facilities.create")
    expect(routeOf("/reports/bulk_lock").id).toBe("reports.bulkLock")
  })

  it("is matched ignoring case and a trailing slash, as in the router", () => {
    expect(routeOf("/Account/FacilityTransfer/").id).toBe("facilities.transfer")
    expect(routeOf("/account/facilitytransfer").id).toBe("facilities.transfer")
    expect(routeOf("/LOCKS/Activate_Locks").id).toBe("locks.activate")
  })

  it("without a route is not found", () => {
    expect(routeAt("/nowhere")).toBeUndefined()
    expect(routeAt("/locks/1/2")).toBeUndefined()
    expect(routeAt("/signin")).toBeUndefined()
  })
})
