import { type FormEvent, useEffect, useRef, useState } from "react"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { LockElsewhere } from "./LockElsewhere.tsx"
import { isSerial, serialDigitsOf, type Stage } from "./revealStage.ts"

interface SerialStepProps {
  readonly stage: Extract<Stage, { readonly kind: "serial" }>
  readonly onSerial: (serialCode: string) => void
}

/** No lock has the typed serial code; lets the user correct it. */
export const SerialStep = ({ stage, onSerial }: SerialStepProps) => {
  const [typed, setTyped] = useState(stage.typed)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const input = field.current
    input?.focus()
    input?.setSelectionRange(input.value.length, input.value.length)
  }, [])
  const digits = serialDigitsOf(typed)
  /** A digit typed after eight unknown ones starts the next serial code. */
  const change = (text: string): void => {
    const more = stage.unknown && typed === stage.typed && isSerial(typed) ? text.slice(typed.length) : ""
    setTyped(text.startsWith(typed) && /^\d+$/.test(more) ? more : text)
  }
  const wrong = typed !== "" && !isSerial(digits)
  const go = (): void => {
    if (isSerial(digits)) onSerial(digits)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    go()
  }
  useCommands({ scope: "reveal", handlers: { "form.submit": go } })
  return (
    <form className="reveal-serial" onSubmit={submit}>
      {stage.unknown ? (
        <p role="alert">
          <strong>Lock not found with serial code: {stage.typed}</strong>
          <br />
          <span className="muted">Check the 8 digits on the lock and correct them.</span>
        </p>
      ) : null}
      {stage.unknown ? <LockElsewhere serialCode={stage.typed} /> : null}
      <label htmlFor="reveal-serial">Serial Code</label>
      {/* No maxLength: the user notices an extra digit and removes it, but not a dropped one. */}
      <input
        id="reveal-serial"
        ref={field}
        className="code"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        aria-invalid={wrong}
        aria-describedby="reveal-serial-form"
        onChange={(event) => change(event.target.value)}
      />
      <p id="reveal-serial-form" className="faint">
        {wrong ? `Serial Code must be 8 digits. ${digits.length} typed.` : "Type 8 digits, then press Enter."}
      </p>
      <p className="reveal-do">
        <CommandButton command="layer.close">Cancel</CommandButton>
        <CommandButton
          command="form.submit"
          look="primary"
          notYet={isSerial(digits) ? null : "Serial Code must be 8 digits."}
        >
          Look up
        </CommandButton>
      </p>
    </form>
  )
}
