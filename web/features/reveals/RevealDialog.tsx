import "./reveals.css"
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react"
import { flushSync } from "react-dom"
import { center, type Given, type Handler, type Layer } from "#web/app/CommandCenter.ts"
import { toast } from "#web/app/notices.ts"
import { useAvailability, useCommands } from "#web/app/useCommands.ts"
import { useArmed } from "#web/keyboard/useArmed.ts"
import { Dialog } from "#web/ui/Dialog.tsx"
import { announcedCode, CodeStep } from "./CodeStep.tsx"
import { DeniedStep } from "./DeniedStep.tsx"
import { reasonCommands } from "./reasonCommands.ts"
import { ReasonStep } from "./ReasonStep.tsx"
import { RevealHeader } from "./RevealHeader.tsx"
import { type Choice, noChoice, otherAt, reasonOf } from "./revealStage.ts"
import { SerialStep } from "./SerialStep.tsx"
import { type RevealTarget, useReveal } from "./useReveal.ts"

interface RevealDialogProps {
  readonly target: RevealTarget
  readonly opener: Element | null
  readonly onClose: () => void
  /** Like `onClose`, but the dialog has unmounted when it returns. */
  readonly onLeave: () => void
  /** The user replaced an unknown serial code with another. */
  readonly onSerial: (serialCode: string) => void
}

const paletteInFront = (): boolean => center.live[0]?.scope === "palette"

const copy = async (code: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(code)
    toast("success", "Combination copied")
  } catch {
    // Browsers reject with various errors, and pages without TLS have no clipboard.
    toast("error", "Copy failed", "Your browser blocked copying. Read the combination instead.")
  }
}

/** The request for a combination, and its result (001 §4). While open, keys act only on this dialog. */
export const RevealDialog = (props: RevealDialogProps) => {
  const { target, opener, onClose, onLeave, onSerial } = props
  const { stage, lock, submit, mask, deny } = useReveal(target)
  const [choice, setChoice] = useState<Choice>(noChoice)
  const { kind } = stage
  const may = useAvailability("locks.reveal", { input: { serialCode: target.serialCode } })
  const isLost = !may.allowed && may.problem !== undefined && may.problem._tag !== "RevealNotOffered"
  useLayoutEffect(() => {
    if (isLost && kind !== "denied") deny(may.words)
  }, [isLost, kind])
  const armed = useArmed()
  const armedAt = reasonCommands.findIndex((command) => command === armed)
  // Keep the armed digit's reason when a click cancels it.
  useLayoutEffect(() => {
    if (armedAt !== -1) setChoice((before) => ({ ...before, at: armedAt }))
  }, [armedAt])
  const view = (wanted: Choice): void => {
    const reason = reasonOf(wanted)
    // Render at once, so that a second press of the same key can't submit a second audited request.
    if (reason !== null) flushSync(() => void submit(reason))
  }
  const reasons = Object.fromEntries(
    reasonCommands.map((command, at) => [
      command,
      ({ input }: Given<"reveal.reason1">) => {
        const next = { ...choice, at }
        setChoice(next)
        // A key chooses and submits. A click only chooses, and Other still needs its text.
        if (input?.choose !== true && at !== otherAt) view(next)
      }
    ])
  ) as Layer["handlers"]

  const close = { "layer.close": onClose }
  const showLog: Handler<"locks.log"> = (given) => {
    onLeave()
    center.perform("locks.log", lock === null ? given : { lock })
  }
  useCommands({
    scope: "reveal",
    modal: true,
    lock: () => (kind === "shown" || kind === "masked" ? lock : null),
    handlers:
      kind === "asking"
        ? { ...close, ...reasons, "form.submit": () => view(choice) }
        : kind === "shown"
          ? {
              ...close,
              "reveal.copy": () => void copy(stage.code),
              "reveal.mask": () => mask("key"),
              "locks.log": showLog
            }
          : kind === "masked"
            ? { ...close, "locks.log": showLog }
            : close
  })

  // The next lookup has started, so close the dialog with what it shows.
  const nextLookup = useSyncExternalStore(center.subscribe, paletteInFront)
  useEffect(() => {
    if (nextLookup) onClose()
  }, [nextLookup])

  return (
    <Dialog
      title={target.serialCode === "" ? "Reveal a combination" : `Reveal the combination of lock ${target.serialCode}`}
      titleHidden
      onClose={onClose}
      className="reveal"
      opener={opener}
      focusSelf
    >
      <RevealHeader serialCode={target.serialCode} lock={lock} />
      {kind === "serial" ? <SerialStep stage={stage} onSerial={onSerial} /> : null}
      {kind === "asking" || kind === "waiting" ? (
        <ReasonStep
          choice={choice}
          armed={armedAt !== -1}
          waiting={kind === "waiting"}
          failure={kind === "asking" ? stage.failure : null}
          onWords={(words) => setChoice({ ...choice, words })}
        />
      ) : null}
      {/* There from the beginning, because what a region contains when it appears may not be announced. */}
      <p className="hidden" aria-live="assertive">
        {announcedCode(stage)}
      </p>
      {kind === "shown" || kind === "masked" ? <CodeStep stage={stage} lock={lock} /> : null}
      {kind === "denied" ? <DeniedStep words={stage.words} /> : null}
    </Dialog>
  )
}
