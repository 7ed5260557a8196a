import type { CDPSession } from "playwright-core"

/** The main thread's CPU time in milliseconds, which a busy machine doesn't affect. */
export interface MainThread {
  readonly longest: number
  readonly total: number
  /** Tasks longer than one frame at 60 Hz. */
  readonly overFrame: number
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

const frame = 1000 / 60

/**
 * Records every task of a page's main thread until the returned function is called. `from` (seconds on the browser's clock)
 * excludes earlier ones.
 */
export const recordTasks = async (session: CDPSession): Promise<(from: number) => Promise<MainThread>> => {
  const events: Array<TraceEvent> = []
  session.on("Tracing.dataCollected", ({ value }) => {
    for (const event of value) events.push(event as unknown as TraceEvent)
  })
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel"], excludedCategories: ["*"] }
  })
  return async (from) => {
    const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve))
    await session.send("Tracing.end")
    await complete
    const tasks = new Map<string, Array<TraceEvent>>()
    for (const event of events) {
      if (event.name === "thread_name" && event.args.name === "CrRendererMain")
        tasks.set(`${event.pid} ${event.tid}`, [])
    }
    for (const event of events) {
      if (event.name.endsWith("RunTask") && event.ts >= from * 1e6) tasks.get(`${event.pid} ${event.tid}`)?.push(event)
    }
    // The busiest page of the browser is ours.
    const sumOf = (list: ReadonlyArray<TraceEvent>) => list.reduce((sum, { tdur = 0 }) => sum + tdur, 0)
    const ours = [...tasks.values()].toSorted((a, b) => sumOf(b) - sumOf(a))[0] ?? []
    const times = ours.map(({ tdur = 0 }) => tdur / 1000)
    return {
      longest: times.reduce((longest, time) => Math.max(longest, time), 0),
      total: times.reduce((sum, time) => sum + time, 0),
      overFrame: times.filter((time) => time > frame).length
    }
  }
}
