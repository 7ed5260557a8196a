import { describe, expect, it } from "vitest"
import { permissionsOf } from "#core/auth/permissions.ts"
import { Role } from "#core/auth/roles.ts"
import { isActiveEntry, navigationFor } from "#core/navigation/navigation.ts"
import { guardRoute } from "#core/navigation/routeRules.ts"
import { routeAt } from "#core/navigation/routes.ts"
import { commandById } from "#core/commands/registry.ts"
import { person } from "../../support/person.ts"

const ids = (user: Parameters<typeof navigationFor>[0]) => navigationFor(user).map(({ id }) => id)

describe("the navigation", () => {
  it("has the documents' entries in their order", () => {
    expect(navigationFor(person(Role.id.Owner)).map(({ route }) => route.title)).toEqual([
      "Dashboard",
      "Locks",
      "Team",
      "Facilities",
      "Automations",
      "Integrations",
      "Settings",
      "Reports"
    ])
  })

  it("has Dashboard, Locks, Facilities and Settings on small screens", () => {
    const small = navigationFor(person(Role.id.Owner)).filter((entry) => entry.small)
    expect(small.map(({ route }) => route.title)).toEqual(["Dashboard", "Locks", "Facilities", "Settings"])
  })

  it("shows a vendor only permitted entries", () => {
    expect(ids(person(Role.id.Vendor))).toEqual(["dashboard", "locks", "facilities", "settings"])
  })

  it("shows Reports only while the hide-unlock-codes flag is on", () => {
    expect(ids(person(Role.id.Owner, { hideLockCodesFlag: false }))).not.toContain("reports")
  })

  it("shows Integrations to users who can read one of its tabs", () => {
    const reader = person(Role.id.Vendor, { Permissions: permissionsOf(Role.id.Vendor, { "10": 1 }) })
    expect(ids(reader)).toContain("integrations")
    expect(ids(person(Role.id.CallCenterAgent))).not.toContain("integrations")
  })

  it("never shows what the guard would refuse, and links only where the guard allows", () => {
    for (const { id: role } of Role.rows) {
      const user = person(role)
      for (const { route } of navigationFor(user)) {
        let answer = guardRoute(user, route)
        if (answer.kind === "go") {
          expect(answer.denied, `${Role.label(role)}: ${route.path}`).toBe(false)
          answer = guardRoute(user, routeAt(answer.to) ?? expect.unreachable())
        }
        expect(answer, `${Role.label(role)}: ${route.path}`).toEqual({ kind: "stay" })
      }
    }
  })

  it("uses palette commands with their keys", () => {
    for (const { go, pending } of navigationFor(person(Role.id.Owner))) {
      // Screens that don't exist yet have no key.
      expect((commandById(`go.${go.id}`)?.keys?.length ?? 0) > 0, go.id).toBe(!pending && go.pending !== true)
    }
  })

  it("leads to the tab of Automations that is built, by its key, and isn't called Soon", () => {
    const owner = person(Role.id.Owner)
    const entry = navigationFor(owner).find(({ id }) => id === "automations") ?? expect.unreachable()
    expect(entry.pending).toBe(false)
    expect(entry.go.id).toBe("automations.lock")
    expect(guardRoute(owner, entry.route)).toEqual({ kind: "go", to: "/automations/lock", denied: false })
    expect(commandById("go.automations.lock")?.keys).toEqual(["g o"])
    // The tab that isn't built has no key.
    expect(commandById("go.automations.messages")?.keys).toEqual([])
  })

  it("marks the entry of the path's first segment", () => {
    const [, locks, team] = navigationFor(person(Role.id.Owner))
    if (locks === undefined || team === undefined) return expect.unreachable()
    expect(isActiveEntry(locks, "/locks/inventory/review")).toBe(true)
    expect(isActiveEntry(locks, "/locksmith")).toBe(false)
    expect(isActiveEntry(team, "/locks")).toBe(false)
  })
})
