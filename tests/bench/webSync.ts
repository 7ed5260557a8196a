import { EventEmitter, once } from "node:events"
import { Role } from "#core/auth/roles.ts"
import { emailOf, password } from "../support/fixture.ts"
import { bareSync } from "./bareSync.ts"
import type { BenchRow } from "./Bench.ts"
import { searchCompany } from "./searchData.ts"
import { type BenchPage, serialAt, type WebPlace } from "./webPlace.ts"

/** Locks activated elsewhere for the later sync. */
const changed = 10

/** A call of the synced list by a page. */
interface Pull {
  readonly url: string
  /** Seconds on the browser's clock. */
  readonly began: number
  readonly ended: number
  /** Bytes received over the network. */
  readonly bytes: number
}

/** Records every pull of a page. */
const notePulls = async ({ session }: BenchPage) => {
  const asked = new Map<string, { readonly url: string; readonly began: number; received: number }>()
  const pulls: Array<Pull> = []
  const events = new EventEmitter()
  const ended = (requestId: string, timestamp: number, bytes?: number): void => {
    const call = asked.get(requestId)
    if (call === undefined) return
    const { url, began, received } = call
    pulls.push({ url, began, ended: timestamp, bytes: bytes ?? received })
    events.emit("pull")
  }
  await session.send("Network.enable")
  session.on("Network.requestWillBeSent", ({ requestId, request, timestamp }) => {
    if (!/\/api\/locks(\/whole)?(\?|$)/.test(request.url)) return
    asked.set(requestId, { url: request.url, began: timestamp, received: 0 })
  })
  session.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    const call = asked.get(requestId)
    if (call !== undefined) call.received += encodedDataLength
  })
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength, timestamp }) =>
    ended(requestId, timestamp, encodedDataLength)
  )
  // The page cancels a whole-list response as soon as it has its last piece, so a failure is a normal end.
  session.on("Network.loadingFailed", ({ requestId, timestamp }) => ended(requestId, timestamp))
  return {
    /** The pulls since the last call. */
    take: (): ReadonlyArray<Pull> => pulls.splice(0),
    /** Waits for the next pull. */
    next: () => once(events, "pull")
  }
}

const milliseconds = (pulls: ReadonlyArray<Pull>): number =>
  1000 * (Math.max(...pulls.map(({ ended }) => ended)) - Math.min(...pulls.map(({ began }) => began)))

/** Milliseconds of the calls alone, without the time between them. */
const callMilliseconds = (pulls: ReadonlyArray<Pull>): number =>
  1000 * pulls.reduce((sum, { began, ended }) => sum + ended - began, 0)

const megabytes = (pulls: ReadonlyArray<Pull>): string =>
  `${(pulls.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(3)} MB`

/** The page's used heap in bytes after garbage collection. */
const heap = async ({ session }: BenchPage): Promise<number> => {
  await session.send("HeapProfiler.collectGarbage")
  return (await session.send("Runtime.getHeapUsage")).usedSize
}

/** Makes the same calls from the same page and only parses the responses. Returns milliseconds. */
const bareCalls = ({ page }: BenchPage, token: string, urls: ReadonlyArray<string>): Promise<number> =>
  page.evaluate(
    async ([authorization, addresses]) => {
      const began = performance.now()
      for (const address of addresses) await (await fetch(address, { headers: { authorization } })).json()
      return performance.now() - began
    },
    [token, urls] as const
  )

/** Waits until the palette shows this many locks. */
const untilSynced = async ({ page }: BenchPage, size: number): Promise<void> => {
  await page.keyboard.press("Control+k")
  const palette = page.locator("dialog.palette")
  await palette
    .getByText(`${size.toLocaleString("en-US")} locks`)
    .first()
    .waitFor()
  await page.keyboard.press("Escape")
  await palette.waitFor({ state: "detached" })
}

const send = async (place: WebPlace, token: string, path: string, body: object): Promise<unknown> => {
  const answer = await fetch(place.address + path, {
    method: "POST",
    headers: { authorization: token, "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** Loads a shipment of new locks, so that they can be activated. */
const loadShipment = async (place: WebPlace, serials: ReadonlyArray<string>): Promise<void> => {
  const credentials = { email: emailOf(searchCompany, Role.id.SuperAdmin), password }
  const { data } = (await send(place, "", "/api/auth/login", credentials)) as { data: { token: string } }
  const rows = serials.map((serialCode, at) => ({ row: at + 1, serialCode, unlockCode: "1234" }))
  await send(place, data.token, "/api/registry/import", { rows })
}

const firstFacility = async ({ address, token }: WebPlace): Promise<number> => {
  const answer = await fetch(`${address}/api/facilities`, { headers: { authorization: token } })
  const { data } = (await answer.json()) as { data: ReadonlyArray<{ facilityID: number }> }
  return data[0]?.facilityID ?? 0
}

/** Loads the console for the first time and waits for all locks; then ten more are activated elsewhere. */
export const measureSync = async (place: WebPlace, at: BenchPage, size: number): Promise<ReadonlyArray<BenchRow>> => {
  const { page } = at
  const pulls = await notePulls(at)
  await page.addInitScript(() => {
    const seen = globalThis as { __longest?: number }
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.__longest = Math.max(seen.__longest ?? 0, duration)
    }).observe({ type: "longtask", buffered: true })
  })
  await page.goto("/dashboard")
  await page.locator("h1").first().waitFor()
  const before = await heap(at)
  await untilSynced(at, size)
  const first = pulls.take()
  const longest = await page.evaluate(() => (globalThis as { __longest?: number }).__longest ?? 0)
  const after = await heap(at)
  const bareFirst = await bareSync(page, place.token, "")
  pulls.take()

  const fresh = Array.from({ length: changed }, (_, nth) => serialAt(size + nth))
  await loadShipment(place, fresh)
  const facilityID = await firstFacility(place)
  const pulled = pulls.next()
  for (const serialCode of fresh) await send(place, place.token, "/api/locks/activate-lock", { serialCode, facilityID })
  await pulled
  const later = pulls.take()
  const bareLater = await bareCalls(
    at,
    place.token,
    later.map(({ url }) => url)
  )
  const named = `${size.toLocaleString("en-US")} locks`
  const baselineName = "the same calls and JSON.parse in the same page"
  return [
    {
      what: `${named}, first sync`,
      unit: "ms",
      ours: milliseconds(first),
      baseline: bareFirst,
      baselineName: "the same locks as JSON in pieces of 5,000, parsed in the same page",
      goal: { atMost: 1 },
      note: `${first.length} calls, ${megabytes(first)} over the network, heap ${(before / 1e6).toFixed(1)} to ${(after / 1e6).toFixed(1)} MB, longest task ${longest.toFixed(0)} ms (none of 50 ms or more: 0)`
    },
    {
      what: `${named}, later sync of ${changed} activated`,
      unit: "ms",
      ours: callMilliseconds(later),
      baseline: bareLater,
      baselineName,
      goal: { atMost: 2 },
      note: `${later.length} calls, ${megabytes(later)} over the network`
    }
  ]
}
