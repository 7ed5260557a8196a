import { useState } from "react"

/** How far a change is. */
export interface Progress {
  readonly title: string
  readonly text: string
  readonly done: number
  readonly total: number
}

/** Runs something that tells how far it is. */
export type Tracked = <A>(act: (tell: (now: Progress) => void) => Promise<A>) => Promise<A>

/** How far the earliest of the running changes is, or null, and how to run one. */
export const useProgress = (): readonly [progress: Progress | null, tracked: Tracked] => {
  const [running, setRunning] = useState<ReadonlyMap<symbol, Progress>>(new Map())
  const tracked: Tracked = async (act) => {
    const id = Symbol("change")
    try {
      return await act((now) => setRunning((before) => new Map(before).set(id, now)))
    } finally {
      setRunning((before) => new Map([...before].filter(([each]) => each !== id)))
    }
  }
  return [running.values().next().value ?? null, tracked]
}
