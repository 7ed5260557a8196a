import { afterAll, beforeAll, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { openPlace, type Place, there } from "./support/place.ts"
import { keys, TerminalRun } from "./support/terminal.ts"
let place: Place
beforeAll(async () => { place = await openPlace() })
afterAll(() => place.close())
it("x", async () => {
  const admin = await place.signedIn(Role.id.Admin)
  let bad = 0
  for (let i = 0; i < 40; i++) {
    const key = i % 2 ? keys.escape : keys.interrupt
    const run = new TerminalRun(admin, ["locks", "reveal", there.overlocked])
    await run.shows("1 to 5, Esc cancels")
    run.type(key)
    await run.ends()
    if (!run.screen.text.includes("Next:")) { bad++; process.stderr.write(JSON.stringify(run.screen.raw.slice(-300)) + "\n") }
  }
  expect(bad).toBe(0)
})
