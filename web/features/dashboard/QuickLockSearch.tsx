import "./dashboard.css"
import { useLocation } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import type { Lock } from "#core/locks/Lock.ts"
import { lockBySerial } from "#web/app/lockQueries.ts"
import { tellFailure } from "#web/app/failures.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { center } from "#web/app/CommandCenter.ts"
import { lockList } from "#web/sync/LockList.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { LockSummary } from "./LockSummary.tsx"
import { QuickSearchBox } from "./QuickSearchBox.tsx"
import { useCurrent } from "./useQuickSearch.ts"

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Pre-fills the quick search of the dashboard (001 §2). */
    serialCode?: string
  }
}

/** Finds a lock by serial code or unit and shows its summary (001 §2). */
export const QuickLockSearch = () => {
  const given = useLocation({ select: ({ state }) => state.serialCode })
  const [text, setText] = useState(given ?? "")
  const [picked, setPicked] = useState<Lock | null>(null)
  const lock = useCurrent(picked)
  useEffect(() => {
    if (given === undefined) return
    setText(given)
    const life = new AbortController()
    const known = lockList.bySerial(given)
    if (known !== undefined) setPicked(known)
    else {
      lockBySerial(given, life.signal).then(
        (found) => (life.signal.aborted ? undefined : setPicked(found)),
        (error: unknown) => (life.signal.aborted ? undefined : tellFailure(error))
      )
    }
    return () => life.abort()
  }, [given])
  useCommands({ scope: "lock", lock: () => lock, handlers: {} }, lock !== null)
  useEffect(() => center.changed(), [lock])
  return (
    <section className="card" aria-labelledby="quick-search">
      <header>
        <h2 id="quick-search">Quick Lock Search</h2>
        <span className="quick-search-way">
          <span className="faint">or type a serial code anywhere</span>
          <CommandButton command="scan.start">Scan QR Code</CommandButton>
        </span>
      </header>
      <QuickSearchBox
        text={text}
        onText={setText}
        onPick={(found) => {
          setPicked(found)
          setText(found.serialCode)
        }}
      />
      <LockSummary lock={lock} />
    </section>
  )
}
