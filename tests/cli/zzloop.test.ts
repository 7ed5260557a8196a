import { spawn } from "node:child_process"
import { expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { openPlace, there } from "./support/place.ts"
import { keys, TerminalRun } from "./support/terminal.ts"
it("loop", { timeout: 580_000 }, async () => {
  const place = await openPlace()
  const here = await place.signedIn(Role.id.Admin)
  const busy = [0, 1].map(() => spawn(process.execPath, ["-e", "const e=Date.now()+500000;while(Date.now()<e);"]))
  let lost = 0
  let done = 0
  const start = Date.now()
  const rest = () => new Promise((r) => setTimeout(r, Math.random() * 60))
  try {
    for (; done < 200 && Date.now() - start < 480_000; done++) {
      const run = new TerminalRun(here, [])
      await run.shows("a command, a serial code, a unit")
      run.type(there.overlocked)
      if (done % 2) await rest()
      run.type(keys.enter)
      if (done % 4 > 1) await rest()
      run.type("2")
      const at = Date.now()
      const won = await Promise.race([run.shows("Masked in").then(() => true), new Promise((r) => setTimeout(() => r(false), 8000))])
      if (!won) { lost++; process.stderr.write(`LOST ${done}: ${run.screen.text}\n`) }
      void at
      run.type(keys.interrupt)
      await run.ends()
    }
  } finally {
    for (const each of busy) each.kill()
    process.stderr.write(`runs ${done} lost ${lost} in ${Date.now() - start} ms\n`)
    await place.close()
  }
  expect(lost).toBe(0)
})
