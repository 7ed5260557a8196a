import { useEffect, useRef } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import type { Words } from "#core/api/problem.ts"
import { maxReasonLength, revealReasons } from "#core/reveals/revealReasons.ts"
import { reachability, useReachability } from "#web/sync/reachability.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { CommandChoices } from "#web/ui/CommandChoices.tsx"
import { type Choice, otherAt, reasonOf } from "./revealStage.ts"

interface ReasonStepProps {
  readonly choice: Choice
  readonly waiting: boolean
  readonly failure: Words | null
  readonly onWords: (words: string) => void
}

const choices = revealReasons.map((label, at) => ({ command: `reveal.reason${at + 1}` as CommandId, label }))

/** The request: one of five reasons, words for the last (001 §5). */
export const ReasonStep = ({ choice, waiting, failure, onWords }: ReasonStepProps) => {
  const words = useRef<HTMLTextAreaElement>(null)
  const other = choice.at === otherAt
  useEffect(() => {
    if (other) words.current?.focus()
  }, [other])
  useReachability()
  const away = failure === null ? reachability.whyNot() : null
  const notYet = waiting
    ? "Asking ..."
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
            id="reveal-words"
            ref={words}
            rows={3}
            maxLength={maxReasonLength}
            placeholder="Please explain your reason"
            value={choice.words}
            onChange={(event) => onWords(event.target.value)}
          />
        </div>
      ) : null}
      {away === null ? null : (
        <p role="status" className="reveal-failure">
          <strong>{away.error}</strong> A reveal is put on record before the combination is sent, so it needs the
          server.
        </p>
      )}
      {failure === null ? null : (
        <p role="alert" className="reveal-failure">
          <strong>{failure.error}</strong> {failure.next}
        </p>
      )}
      <p className="reveal-do">
        <span role="status" className="muted">
          {waiting ? "Asking ..." : ""}
        </span>
        <CommandButton command="layer.close">Cancel</CommandButton>
        <CommandButton command="form.submit" look="primary" notYet={notYet}>
          View
        </CommandButton>
      </p>
    </>
  )
}
