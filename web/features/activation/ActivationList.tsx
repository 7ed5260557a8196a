import { useEffect, useState } from "react"
import { countText } from "#core/base/countText.ts"
import { center } from "#web/app/CommandCenter.ts"
import { now } from "#web/app/clock.ts"
import { selectedFacility } from "#web/app/selectedFacility.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { activations } from "./activations.ts"
import { type ActivationLine, countLines } from "./activationLines.ts"
import { ActivationRow } from "./ActivationRow.tsx"

/** Lines shown at first, and added each time the user asks for older ones. */
const shownAtOnce = 50

/** How often the rate is updated, in milliseconds. */
const tick = 5_000

/** Re-renders periodically while there were activations in the last minute. */
const useTicking = (ticks: boolean): void => {
  const [, again] = useState(0)
  useEffect(() => {
    if (!ticks) return
    const timer = setInterval(() => again((nth) => nth + 1), tick)
    return () => clearInterval(timer)
  }, [ticks])
}

/** The serial codes sent in this session, newest first, with the actions for each (001 §2). */
export const ActivationList = ({ lines }: { readonly lines: ReadonlyArray<ActivationLine> }) => {
  const [most, setMost] = useState(shownAtOnce)
  const counts = countLines(lines, now())
  const removable = counts.failed + counts.repeated
  useTicking(counts.lastMinute > 0)
  const older = Math.max(0, lines.length - most)
  useCommands({
    scope: "anywhere",
    handlers: {
      ...(counts.sendable === 0
        ? {}
        : { "activate.retry": ({ input }) => void activations.retry(input?.line, selectedFacility()) }),
      ...(removable === 0 ? {} : { "activate.clearFailed": ({ input }) => activations.clearFailed(input?.line) }),
      ...(older === 0 ? {} : { "activate.showOlder": () => setMost(most + shownAtOnce) })
    }
  })
  useEffect(() => center.changed(), [removable, counts.sendable, older])
  return (
    <section className="card activations" aria-labelledby="activations">
      <header>
        <h2 id="activations">Locks activated in this session</h2>
        <p className="activate-counts" data-part="counts">
          <span className="st green">
            <span>{counts.activated} activated</span>
          </span>
          {counts.waiting === 0 ? null : <span className="muted">{counts.waiting} waiting</span>}
          {counts.failed === 0 ? null : (
            <span className="st orange">
              <span>{countText(counts.failed)} failed</span>
            </span>
          )}
          {counts.repeated === 0 ? null : (
            <span className="muted">{countText(counts.repeated)} had nothing to change</span>
          )}
          <span className="muted">{counts.lastMinute} in the last minute</span>
        </p>
      </header>
      {removable === 0 ? null : (
        <p className="activate-failed-do">
          {counts.sendable === 0 ? null : (
            <CommandButton command="activate.retry">Send {counts.sendable} again</CommandButton>
          )}
          <CommandButton command="activate.clearFailed" shape="none">
            Remove {countText(removable)} from the list
          </CommandButton>
        </p>
      )}
      {lines.length === 0 ? (
        <p className="activate-none muted">
          No locks activated in this session. Choose a facility, type a serial code, and press Enter.
        </p>
      ) : (
        <ol className="activate-lines" aria-labelledby="activations">
          {lines
            .slice(-most)
            .toReversed()
            .map((line) => (
              <ActivationRow key={line.id} line={line} />
            ))}
        </ol>
      )}
      {older === 0 ? null : (
        <p className="activate-older muted">
          Showing {countText(lines.length - older)} of {countText(lines.length)}.{" "}
          <CommandButton command="activate.showOlder" shape="none">
            Show older ones
          </CommandButton>
        </p>
      )}
    </section>
  )
}
