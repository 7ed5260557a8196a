import { describe, expect, it } from "vitest"
import { Api } from "#core/api/Api.ts"
import { type Access, type Annotated, declaredAccess } from "#core/auth/Access.ts"
import { Area, type AreaId } from "#core/auth/permissions.ts"
import { commands } from "#core/commands/registry.ts"
import { topics } from "#core/live/LiveEvent.ts"
import { Lock } from "#core/locks/Lock.ts"
import { type Route, routes } from "#core/navigation/routes.ts"

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
  /** Areas whose calls come with a screen that doesn't exist yet, and areas that a screen's own rule reads. */
  const ofScreens = routes.flatMap((route: Route) => [
    ...(route.pending === true ? areasOf(route.access) : []),
    ...(route.readsAlso ?? [])
  ])

  it("are each used by a call, a screen's rule, or a future screen", () => {
    const read = new Set([...endpoints.flatMap(([, endpoint]) => areasOf(declaredAccess(endpoint))), ...ofScreens])
    expect(Area.rows.filter(({ id }) => !read.has(id)).map(({ label }) => label)).toEqual([])
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
