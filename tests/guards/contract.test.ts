import { describe, expect, it } from "vitest"
import { Api } from "#core/api/Api.ts"
import { type Access, type Annotated, declaredAccess } from "#core/auth/Access.ts"
import { Area, type AreaId } from "#core/auth/permissions.ts"
import { Role } from "#core/auth/roles.ts"
import { commands } from "#core/commands/registry.ts"
import { topics } from "#core/live/LiveEvent.ts"
import { Lock } from "#core/locks/Lock.ts"
import { mayHandleRole } from "#core/team/userRules.ts"
import { person } from "../support/person.ts"

interface Endpoint extends Annotated {
  readonly identifier: string
}

const endpoints: ReadonlyArray<readonly [string, Endpoint]> = Object.values(
  Api.groups as Readonly<
    Record<string, { readonly identifier: string; readonly endpoints: Readonly<Record<string, Endpoint>> }>
  >
).flatMap((group) =>
  Object.values(group.endpoints).map((endpoint) => [`${group.identifier}.${endpoint.identifier}`, endpoint] as const)
)

describe("law 4: every call declares its access", () => {
  it.each(endpoints)("%s", (_, endpoint) => {
    expect(declaredAccess(endpoint)).not.toBeNull()
  })
})

describe("the permission areas", () => {
  const areasOf = (access: Access | null): ReadonlyArray<AreaId> =>
    access?.kind !== "permission" ? [] : access.also === undefined ? [access.area] : [access.area, access.also]

  it("are each checked by at least one call: all by the guard, except Edit Admins by the rule for whom users may edit", () => {
    const guarded = new Set(endpoints.flatMap(([, endpoint]) => areasOf(declaredAccess(endpoint))))
    expect(Area.rows).toHaveLength(14)
    expect(Area.rows.filter(({ id }) => !guarded.has(id)).map(({ label }) => label)).toEqual(["Edit Admins"])
    const [without, withWrite] = ([0, 2] as const).map((accessLevel) => {
      const admin = person(Role.id.Admin)
      return { ...admin, Permissions: { ...admin.Permissions, [Area.id.EditAdmins]: { accessLevel } } }
    })
    expect([without, withWrite].map((editor) => editor !== undefined && mayHandleRole(editor, Role.id.Admin))).toEqual([
      false,
      true
    ])
  })
})

describe("law 6: commands", () => {
  it("have unique IDs, terminal paths and hotkeys", () => {
    const ids = commands.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const paths = commands.flatMap(({ terminal }) => (terminal === undefined ? [] : [terminal.path.join(" ")]))
    expect(new Set(paths).size).toBe(paths.length)
    const keys = commands.flatMap(({ keys = [], scope }) => keys.map((each) => `${scope} ${each}`))
    expect(new Set(keys).size).toBe(keys.length)
  })

  it("touch something, unless they only read", () => {
    const untouched = commands.filter(({ risk, touches }) => risk !== "reads" && touches.length === 0)
    // Neither changes what a screen shows: a mail, and notices that the tab marks itself.
    expect(untouched.map(({ id }) => id)).toEqual(["notices.read", "password.forgot"])
  })

  it("use existing calls and topics, and start their help with an example", () => {
    const names = endpoints.map(([name]) => name)
    for (const { id, does, touches, terminal } of commands) {
      if (does.call !== undefined) expect(names, id).toContain(does.call)
      for (const topic of touches) expect(topics, id).toContain(topic)
      if (terminal !== undefined) expect(terminal.examples.length, id).toBeGreaterThan(0)
    }
  })
})

describe("law 8: secrets", () => {
  it("keeps the combination out of a lock", () => {
    expect(Object.keys(Lock.fields).filter((name) => /code|combination|unlock/i.test(name))).toEqual(["serialCode"])
  })
})
