import "./CommandChoices.css"
import { type KeyboardEvent, useRef } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useKeysOf } from "#web/keyboard/keymap.ts"
import { Kbd } from "./Kbd.tsx"

interface Choice {
  readonly command: CommandId
  readonly label: string
}

interface CommandChoicesProps {
  readonly label: string
  readonly choices: ReadonlyArray<Choice>
  /** Index of the selected choice, or null. */
  readonly chosen: number | null
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/**
 * A radio group in which each choice is a command with keys. A click or an arrow only selects (`input.choose`), so
 * that a slip can be corrected; the command's handler decides what its keys do beyond that.
 */
export const CommandChoices = ({ label, choices, chosen }: CommandChoicesProps) => {
  const group = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const options = [...(group.current?.querySelectorAll<HTMLElement>("[role=radio]") ?? [])]
    const at = options.findIndex((option) => option === document.activeElement)
    const next = (at + step + options.length) % options.length
    options[next]?.focus()
    options[next]?.click()
  }
  return (
    <div ref={group} role="radiogroup" aria-label={label} className="choices" onKeyDown={move}>
      {choices.map((choice, at) => (
        <ChoiceRow key={choice.command} {...choice} checked={at === chosen} inTab={at === (chosen ?? 0)} />
      ))}
    </div>
  )
}

interface ChoiceRowProps extends Choice {
  readonly checked: boolean
  /** The choice that is the tab stop. */
  readonly inTab: boolean
}

const ChoiceRow = ({ command, label, checked, inTab }: ChoiceRowProps) => {
  const [keys] = useKeysOf(command)
  return (
    <button
      type="button"
      role="radio"
      aria-checked={checked}
      tabIndex={inTab ? 0 : -1}
      className="choice"
      data-command={command}
      onClick={() => void center.perform(command, { input: { choose: true } })}
    >
      <span className="choice-mark" aria-hidden="true" />
      <span className="choice-label">{label}</span>
      {keys === undefined ? null : <Kbd keys={keys} />}
    </button>
  )
}
