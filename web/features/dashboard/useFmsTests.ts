import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import type { FacilityId, FmsRunId } from "#core/base/ids.ts"
import { fmsRunResults, testFms } from "#core/commands/fmsCommands.ts"
import type { FmsRun } from "#core/fms/FmsRun.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"
import { run } from "#web/app/run.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { fmsRunQuery } from "./fmsQueries.ts"
import { facilitiesText } from "./facilitiesText.ts"
import { runWords } from "./runWords.ts"

/** Shown when the state of the tests can't be loaded (001 §8). */
export const statusLost = "Unable to get FMS status"

const tellLost = (error: unknown): void =>
  toast("error", statusLost, error instanceof CallFailure ? error.words.next : undefined)

/**
 * Shows the result of a run: for one failure the reason and the next step, for several their number; and how many
 * were tested.
 */
const tellEnd = async (runID: FmsRunId): Promise<void> => {
  const results = await call(fmsRunResults(runID))
  const { good, text } = runWords(results)
  const failed = results.filter(({ result }) => !result)
  const next = failed.length === 1 ? failed[0]?.nextAction : null
  toast(good ? "success" : "error", text, next ?? `${facilitiesText(results.length)} tested.`)
}

interface TestOptions {
  /** Nothing else on the screen shows that the tests are running. */
  readonly away?: boolean
  /** IDs of the facilities selected on the screen. */
  readonly selected?: ReadonlySet<FacilityId>
}

const none: ReadonlySet<FacilityId> = new Set()

/**
 * Handles 'Test FMS': starts a run, follows it and shows the result. Without explicit facilities it tests the
 * selected ones, or all if none are selected.
 */
export const useFmsTests = (enabled: boolean, { away = false, selected = none }: TestOptions) => {
  const [runID, setRunID] = useState<FmsRunId | null>(null)
  const [starting, setStarting] = useState(false)
  const [lost, setLost] = useState(false)
  const followed = useQuery(fmsRunQuery(runID))

  const start = async (facilities: unknown): Promise<void> => {
    setStarting(true)
    setLost(false)
    try {
      const input = typeof facilities === "string" ? { facilities } : {}
      setRunID((await run(testFms, input)).data.runID)
      if (away) toast("info", "FMS tests are running.")
    } catch (error) {
      if (error instanceof CallFailure && error.offline) {
        setLost(true)
        tellLost(error)
      } else tellFailure(error)
    } finally {
      setStarting(false)
    }
  }
  const busy = starting || runID !== null
  const test = (facilities: unknown): void => {
    if (!busy) void start(facilities ?? (selected.size === 0 ? undefined : [...selected].join("\n")))
    else if (away) toast("info", "FMS tests are already running.", "Start this one when they finish.")
  }
  useCommands({ scope: "anywhere", handlers: { "fms.test": ({ input }) => test(input?.facilities) } }, enabled)

  const ended = followed.data?.state === "done" && followed.data.runID === runID ? runID : null
  useEffect(() => {
    if (ended === null) return
    setRunID(null)
    refresh(["fms"])
    tellEnd(ended).catch(tellFailure)
  }, [ended])
  useEffect(() => {
    if (followed.error === null || runID === null) return
    setRunID(null)
    setLost(true)
    tellLost(followed.error)
  }, [followed.error, runID])

  const progress: Pick<FmsRun, "done" | "total"> | null =
    runID === null || followed.data === undefined ? null : followed.data
  return { busy, progress, lost, test }
}
