/**
 * `npm run shots [FOLDER] [--only NAME]`: screenshots of every screen in both themes at four widths, from a server with
 * demonstration data, into .cache/shots by default. Prints the screens that failed, with exit code 1 if there are any.
 */
import { mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { Effect } from "effect"
import { Role } from "#core/auth/roles.ts"
import { seedDemo } from "#server/demo/seedDemo.ts"
import { FmsSchedule } from "#server/fms/FmsSchedule.ts"
import { Desk } from "../tests/web/support/Desk.ts"
import { freshHome } from "../tests/web/support/freshHome.ts"
import { isAtWidth, type Screen } from "../tests/web/support/Screen.ts"
import { screenFacts } from "../tests/web/support/screenFacts.ts"
import { screens } from "../tests/web/support/screens.ts"

const widths = [360, 768, 1025, 1440]
const themes = ["light", "dark"] as const

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", default: "" } }
})
const folder = resolve(positionals[0] ?? join(import.meta.dirname, "../.cache/shots"))
mkdirSync(folder, { recursive: true })

/** The fixed end of the demonstration's history, so that screenshots are the same every day. */
const now = new Date("2026-11-20T12:00:00Z")
const emails = new Map<string, string>()
const fill = Effect.gen(function* () {
  const { signIns } = yield* seedDemo({ size: 2000, seed: 1, now })
  for (const { role, email } of signIns) emails.set(role, email)
  yield* (yield* FmsSchedule).testNow
})

const desk = await Desk.open({ home: freshHome, fill, serve: { fms: { simulators: true } } })

const tokens = new Map<string, string>()

const tokenOf = async (role: string): Promise<string> => {
  const kept = tokens.get(role)
  if (kept !== undefined) return kept
  const body = { email: emails.get(role) ?? "", password: "lockdesk-demo" }
  const { json } = await desk.server.fetch("/api/auth/login", { method: "POST", body })
  const { token } = (json as { data: { token: string } }).data
  tokens.set(role, token)
  return token
}

const admin = Role.label(Role.id.Admin)
const facts = await screenFacts(desk, { token: await tokenOf(admin), email: emails.get(admin) ?? "" })

const heightAt = (width: number): number => (width < 768 ? 780 : 900)

/** One screen in one theme, at every width. */
const shoot = async (screen: Screen, theme: (typeof themes)[number]): Promise<void> => {
  const token = screen.role === null ? {} : { token: await tokenOf(Role.label(screen.role)) }
  const own = widths.filter((width) => isAtWidth(screen, width))
  const [first = 0] = own
  const viewport = { width: first, height: heightAt(first) }
  const visitor = await desk.visit({ ...token, viewport, colorScheme: theme })
  try {
    await visitor.goTo(screen.path(facts))
    await screen.show(visitor, facts)
    for (const width of own) {
      await visitor.page.setViewportSize({ width, height: heightAt(width) })
      // After a resize, a list renders its rows again if their layout changes.
      for (const list of await visitor.page.locator(".list").filter({ visible: true }).all()) {
        await list.locator(".list-row, .list-empty").first().waitFor()
      }
      const path = join(folder, `${screen.name}-${width}-${theme}.png`)
      await visitor.page.screenshot({ path, animations: "disabled" })
    }
  } finally {
    await visitor.leave()
  }
}

const failed: Array<string> = []
for (const screen of screens.filter(({ name }) => name.includes(values.only))) {
  for (const theme of themes) {
    await shoot(screen, theme).catch((error: unknown) => {
      failed.push(`${screen.name}, ${theme}: ${String(error).split("\n").slice(0, 4).join(" ")}`)
    })
  }
}
await desk.close()
process.stdout.write(`${folder}\n`)
for (const line of failed) process.stderr.write(`could not show ${line}\n`)
process.exitCode = failed.length === 0 ? 0 : 1
