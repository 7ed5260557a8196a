import { useEffect, useRef } from "react"
import type { Words } from "#core/api/problem.ts"
import { maxReasonLength, revealReasons } from "#core/reveals/revealReasons.ts"
import { reachability, useReachability } from "#web/app/reachability.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { CommandChoices } from "#web/ui/CommandChoices.tsx"
import { useScanned } from "#web/ui/useScanned.ts"
import { reasonCommands } from "./reasonCommands.ts"
import { type Choice, otherAt, reasonOf } from "./revealStage.ts"

interface ReasonStepProps {
  readonly choice: Choice
  /** Its digit was just pressed. Another digit still turns both into a lookup. */
  readonly armed: boolean
  readonly waiting: boolean
  readonly failure: Words | null
  readonly onWords: (words: string) => void
}

const choices = reasonCommands.map((command, at) => ({ command, label: revealReasons[at] ?? "" }))

/** The request: one of five reasons, the last with free text (001 §5). */
export const ReasonStep = ({ choice, armed, waiting, failure, onWords }: ReasonStepProps) => {
  const words = useRef<HTMLTextAreaElement>(null)
  const other = choice.at === otherAt
  useEffect(() => {
    if (other && !armed) words.current?.focus()
  }, [other, armed])
  const scan = useScanned(onWords)
  useReachability()
  const away = failure === null ? reachability.whyNot() : null
  const notYet = waiting
    ? "Requesting…"
    : choice.at === null
      ? "Choose a reason first."
      : reasonOf(choice) === null
        ? "Explain the reason first."
        : null
  return (
    <>
      <CommandChoices label="Reason" choices={choices} chosen={choice.at} />
      {other ? (
        <div className="reveal-words">
          <label htmlFor="reveal-words">Reason in your words</label>
          <textarea
            className="input"
            id="reveal-words"
            ref={words}
            rows={3}
            maxLength={maxReasonLength}
            placeholder="Please explain your reason"
            value={choice.words}
            onChange={(event) => onWords(event.target.value)}
            onKeyDown={scan}
          />
        </div>
      ) : null}
      <p role="status" className={away === null ? "hidden" : "reveal-failure"}>
        {away === null ? null : (
          <>
            <strong>{away.error}</strong> Reveals are logged first, so a connection is required.
          </>
        )}
      </p>
      {failure === null ? null : (
        <p role="alert" className="reveal-failure">
          <strong>{failure.error}</strong> {failure.next}
        </p>
      )}
      <p className="reveal-do">
        <span role="status" className="muted">
          {waiting ? "Requesting…" : ""}
        </span>
        <CommandButton command="layer.close">Cancel</CommandButton>
        <CommandButton command="form.submit" look="primary" notYet={notYet}>
          View
        </CommandButton>
      </p>
    </>
  )
}
