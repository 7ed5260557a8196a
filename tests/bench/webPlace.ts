import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core"
import { launchChromium } from "../web/support/launchChromium.ts"
import { startBenchProcess } from "./benchProcess.ts"

const root = join(import.meta.dirname, "../..")
const searchServer = join(import.meta.dirname, "searchServer.ts")

/** The n-th serial code of `makeSearchData`. */
export const serialAt = (nth: number): string => String((nth * 60_000_049) % 100_000_000).padStart(8, "0")

/** A signed-in console page with its CDP session. */
export interface BenchPage {
  readonly context: BrowserContext
  readonly page: Page
  readonly session: CDPSession
}

/** A server with this many locks in a separate process, and a browser. */
export interface WebPlace {
  readonly browser: Browser
  readonly address: string
  readonly token: string
  /** A browser context with an empty storage and nothing loaded. */
  readonly open: () => Promise<BenchPage>
}

/** Builds the console, fills a server (`script`) with `size` locks at this many facilities, runs `use` on it, and cleans up. */
export const atWebPlace = async <A>(
  size: number,
  use: (place: WebPlace) => Promise<A>,
  facilities = 400,
  script = searchServer
): Promise<A> => {
  const { status } = spawnSync(process.execPath, [join(root, "scripts/buildWeb.ts"), "--if-stale"], { cwd: root })
  if (status !== 0) throw new Error("the console could not be built")
  const folder = mkdtempSync(join(tmpdir(), "lockdesk-bench-"))
  process.env["BENCH_LOCKS"] = String(size)
  process.env["BENCH_FACILITIES"] = String(facilities)
  try {
    await (await startBenchProcess(script, ["fill", folder])).end()
    const { facts, end } = await startBenchProcess<{ port: number; token: string }>(script, ["ours", folder])
    const browser = await launchChromium()
    const address = `http://127.0.0.1:${facts.port}`
    try {
      return await use({ browser, address, token: facts.token, open: () => openPage(browser, address, facts.token) })
    } finally {
      await browser.close()
      await end()
    }
  } finally {
    delete process.env["BENCH_LOCKS"]
    delete process.env["BENCH_FACILITIES"]
    rmSync(folder, { recursive: true, force: true })
  }
}

const openPage = async (browser: Browser, origin: string, token: string): Promise<BenchPage> => {
  const localStorage = [
    { name: "authorization", value: token },
    { name: "remember", value: "yes" }
  ]
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 800 },
    storageState: { cookies: [], origins: [{ origin, localStorage }] }
  })
  context.setDefaultTimeout(180_000)
  const page = await context.newPage()
  return { context, page, session: await context.newCDPSession(page) }
}
