import { useEffect, useState } from "react"
import { flushSync } from "react-dom"
import { useLocation } from "@tanstack/react-router"
import type { Words } from "#core/api/problem.ts"
import { center, type Given } from "#web/app/CommandCenter.ts"
import { dialogPart } from "#web/ui/frontPart.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { lockList } from "#web/sync/LockList.ts"
import type { RevealTarget } from "./useReveal.ts"

const RevealDialog = dialogPart(() => import("./RevealDialog.tsx"), "RevealDialog")

/** What a reveal is asked for: the serial code that was given goes before any lock that is selected somewhere. */
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
  /** Each opening is a dialog of its own: nothing of the one before is left in it. */
  readonly id: number
  readonly path: string
  /** What had the focus before the first of dialogs that replaced one another. */
  readonly opener: Element | null
}

let last = 0

/** Carries out `locks.reveal` from anywhere: one dialog, in front of whatever is on the screen. */
export const RevealHost = () => {
  const [open, setOpen] = useState<Open | null>(null)
  // Right behind the first screen: it is the next thing that is asked for, and what is behind it never waits for it.
  useEffect(() => void RevealDialog.preload(), [])
  const path = useLocation({ select: ({ pathname }) => pathname })
  const reveal = (target: RevealTarget) =>
    // In the same turn, so that the very next key meets the dialog.
    flushSync(() =>
      setOpen((before) => ({
        target,
        id: ++last,
        path,
        opener: before?.opener ?? document.activeElement
      }))
    )
  useCommands({
    scope: "anywhere",
    handlers: { "locks.reveal": (given) => reveal(targetOf(given)) },
    // A denial has the dialog of a reveal, with '****' (001 §4, §8). Where nothing is hidden there is nothing to deny.
    onRefused: ({ id }, { problem, words }, given) => {
      if (id !== "locks.reveal" || problem === undefined || problem._tag === "RevealNotOffered") return false
      reveal(targetOf(given, words))
      return true
    }
  })
  // Whoever goes elsewhere has done with it.
  if (open === null || open.path !== path) return null
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
