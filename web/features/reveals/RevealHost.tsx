import { useEffect, useState } from "react"
import { flushSync } from "react-dom"
import type { Words } from "#core/api/problem.ts"
import { center, type Given } from "#web/app/CommandCenter.ts"
import { dialogPart } from "#web/ui/frontPart.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { lockList } from "#web/sync/LockList.ts"
import type { RevealTarget } from "./useReveal.ts"

const RevealDialog = dialogPart(() => import("./RevealDialog.tsx"), "RevealDialog")

/** The target of a reveal. A serial code in the input takes precedence over a selected lock. */
const targetOf = ({ lock, input }: Given<"locks.reveal">, denied: Words | null = null): RevealTarget => {
  const serialCode = input?.serialCode ?? null
  const reason = input?.reason ?? null
  const selected = lock ?? (serialCode === null ? center.lock : null)
  if (selected !== null && (serialCode === null || selected.serialCode === serialCode)) {
    return { serialCode: selected.serialCode, lock: selected, reason, denied }
  }
  return { serialCode: serialCode ?? "", lock: lockList.bySerial(serialCode ?? "") ?? null, reason, denied }
}

interface Open {
  readonly target: RevealTarget
  /** Key of the dialog, so that each opening starts without the previous one's state. */
  readonly id: number
  /** The element focused before the first in a series of dialogs that replaced each other. */
  readonly opener: Element | null
}

let last = 0

/** Handles `locks.reveal` anywhere with one dialog in front of the screen. */
export const RevealHost = () => {
  const [open, setOpen] = useState<Open | null>(null)
  // Preload right after the first screen, because a reveal is likely next.
  useEffect(() => void RevealDialog.preload(), [])
  const reveal = (target: RevealTarget) =>
    // Synchronously, so that the next key reaches the dialog.
    flushSync(() =>
      setOpen((before) => ({
        target,
        id: ++last,
        opener: before?.opener ?? document.activeElement
      }))
    )
  useCommands({
    scope: "anywhere",
    handlers: { "locks.reveal": (given) => reveal(targetOf(given)) },
    // A refusal opens the reveal dialog with '****' (001 §4, §8). If nothing is masked there is nothing to refuse.
    onRefused: ({ id }, { problem, words }, given) => {
      if (id !== "locks.reveal" || problem === undefined || problem._tag === "RevealNotOffered") return false
      reveal(targetOf(given, words))
      return true
    }
  })
  if (open === null) return null
  return (
    <RevealDialog
      key={open.id}
      target={open.target}
      opener={open.opener}
      onClose={() => setOpen(null)}
      onLeave={() => flushSync(() => setOpen(null))}
      onSerial={(serialCode) => reveal(targetOf({ input: { serialCode } }))}
    />
  )
}
