import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { facilityOptions } from "../support/chooseFacility.ts"
import { there } from "../support/deskData.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

/** North Loop is the nearest of the three, Maple Street is far, and Harbor Point has no location. */
const places = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE facilities SET lat = 40, lng = -80 WHERE name = 'North Loop'`
  yield* sql`UPDATE facilities SET lat = 30, lng = -80 WHERE name = 'Maple Street'`
})
shareDesk()
beforeAll(async () => {
  await desk.server.run(places)
})

const byName = ["Harbor Point", "Maple Street", "North Loop"]
const nearest = ["North Loop", "Maple Street", "Harbor Point"]

const nearNorthLoop = { geolocation: { latitude: 40.1, longitude: -80.1 }, permissions: ["geolocation"] }

/** Waits until the offered facilities are in the given order. */
const offered = async (visitor: Visitor, names: () => Promise<ReadonlyArray<string>>, order: ReadonlyArray<string>) => {
  const known = async () =>
    (await names()).map((text) => text.split("\n")[0]).filter((name) => byName.includes(name ?? ""))
  await visitor.until(`${order.join(", ")}`, expect.poll(known, { timeout: 15_000 }).toEqual(order))
}

/** The options of the screen's facility field. */
const options = async (visitor: Visitor) => {
  const field = visitor.page.getByRole("combobox", { name: "Facility", exact: true })
  await field.click()
  return () => facilityOptions(field).allInnerTexts()
}

const lockAt = (serial: string): Promise<number> =>
  desk.server.run(
    Effect.map(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ lock_id: number }>`SELECT lock_id FROM locks WHERE serial = ${serial}`
      ),
      ([row]) => row?.lock_id ?? 0
    )
  )

/** A place where a facility is chosen: its URL, and how to open its options. */
interface Selector {
  readonly at: string | (() => Promise<string>)
  readonly open: (visitor: Visitor) => Promise<() => Promise<ReadonlyArray<string>>>
}

/** The options of the facility field of the screen with this heading. */
const optionsOf = (heading: string) => async (visitor: Visitor) => {
  await visitor.sees(heading)
  return options(visitor)
}

/** Every place where a facility is chosen. */
const selectors: Readonly<Record<string, Selector>> = {
  "Manage Locks": { at: "/locks/manage_locks", open: optionsOf("Manage Locks") },
  "Activate Locks": { at: "/locks/activate_locks", open: optionsOf("Activate Locks") },
  "Process Returned": { at: "/locks/process_returned", open: optionsOf("Process Returned") },
  "a batch of locks": { at: "/bulk_activate/4711", open: optionsOf("Bulk activation") },
  "many locks from a list": { at: "/locks/bulk", open: optionsOf("Bulk changes") },
  "Inventory review": {
    at: "/locks/inventory",
    open: async (visitor) => {
      await visitor.sees("Inventory")
      await visitor.page
        .getByRole("row")
        .filter({ hasText: /4000\s*1080/ })
        .getByRole("checkbox")
        .click()
      await visitor.page.getByRole("button", { name: "Assign Selected Locks" }).click()
      await visitor.sees("Inventory review")
      return options(visitor)
    }
  },
  "a lock's transfer": {
    at: async () => `/locks/${await lockAt(there.available)}`,
    open: async (visitor) => {
      await visitor.page.getByRole("button", { name: "Transfer to Facility" }).click()
      return options(visitor)
    }
  },
  "a support ticket": {
    at: "/dashboard",
    open: async (visitor) => {
      await visitor.sees("Dashboard")
      await visitor.runs("Contact support")
      const dialog = visitor.page.getByRole("dialog", { name: "Support" })
      return () => dialog.locator(".support-boxes label").allInnerTexts()
    }
  },
  "a command of the palette": {
    at: "/dashboard",
    open: async (visitor) => {
      await visitor.sees("Dashboard")
      await visitor.runs("Transfer a lock to another facility")
      await visitor.page.keyboard.type(there.available)
      await visitor.press("Enter")
      return () => visitor.page.locator("dialog.palette [role=option]").allInnerTexts()
    }
  }
}

/** Opens every place where a facility is chosen, without reloading, and waits for its facilities in this order. */
const offeredEverywhere = async (visitor: Visitor, order: ReadonlyArray<string>): Promise<void> => {
  for (const { at, open } of Object.values(selectors)) {
    await visitor.follows(typeof at === "string" ? at : await at())
    await offered(visitor, await open(visitor), order)
    await visitor.press("Escape")
  }
}

describe("facility choices", () => {
  it("are sorted by distance when the location is permitted", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/facilities", ...nearNorthLoop })
    await visitor.sees("Facilities")
    await offeredEverywhere(visitor, nearest)
  })

  it("are sorted by name otherwise, without asking for the location", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin })
    await visitor.page.addInitScript(() => {
      navigator.geolocation.getCurrentPosition = () => {
        throw new Error("asked for the place")
      }
    })
    await visitor.goTo("/facilities")
    await visitor.sees("Facilities")
    await offeredEverywhere(visitor, byName)
  })

  it("follow the location permission as it changes, also on an open screen", async () => {
    const visitor = await desk.visit({
      role: Role.id.Admin,
      path: "/locks/activate_locks",
      geolocation: nearNorthLoop.geolocation
    })
    const names = await options(visitor)
    await offered(visitor, names, byName)
    await visitor.context.grantPermissions(["geolocation"])
    await offered(visitor, names, nearest)
    await visitor.context.setGeolocation({ latitude: 30.1, longitude: -80.1 })
    await visitor.context.clearPermissions()
    await offered(visitor, names, byName)
  })
})
