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
  /** Place of the one that is chosen, or null. */
  readonly chosen: number | null
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/**
 * One of several, each a command with its keys. A click or an arrow only chooses (`input.choose`), so that a slip of the
 * pointer can be taken back; what the keys of the command do beyond that is the handler's.
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
  /** The one that Tab goes to. */
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
