import "./SentFields.css"
import { type ReactNode, useLayoutEffect, useRef } from "react"
import { beginSave } from "#web/app/changesMade.ts"

interface SentFieldsProps {
  /** What is in them is being sent, or was and its form is about to go. */
  readonly sending: boolean
  /** How they are laid out; without it as if nothing stood around them. */
  readonly className?: string
  readonly children: ReactNode
}

/**
 * The fields of a form, closed from when they are sent until the answer is there: what is typed in between would be lost with the
 * form that the answer takes away (decision 93). The form itself has the focus meanwhile, where no letter is a shortcut
 * (`inField`); afterwards the field has it again that had it before.
 */
export const SentFields = ({ sending, className = "as-it-is", children }: SentFieldsProps) => {
  const group = useRef<HTMLFieldSetElement>(null)
  /** The field that the focus is in, or was when a question came up in front of it. */
  const latest = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const fields = group.current
    const form = fields?.form
    if (!sending || fields == null || form == null) return
    const { activeElement } = document
    const inside = fields.contains(activeElement) || activeElement === document.body
    const left = inside ? latest.current : null
    const endSave = beginSave()
    form.ariaBusy = "true"
    if (left !== null) {
      form.tabIndex = -1
      form.focus({ preventScroll: true })
    }
    // Here and not by React: a field that is closed has lost the focus before anything could be told of it.
    fields.disabled = true
    return () => {
      endSave()
      fields.disabled = false
      // Whoever has gone somewhere else meanwhile stays there.
      if (document.activeElement === form) left?.focus({ preventScroll: true })
      form.removeAttribute("tabindex")
      form.ariaBusy = null
    }
  }, [sending])
  return (
    <fieldset
      ref={group}
      role="none"
      className={`sent-fields ${className}`}
      onFocus={({ target }) => {
        latest.current = target
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget === null) latest.current = null
      }}
    >
      {children}
    </fieldset>
  )
}
