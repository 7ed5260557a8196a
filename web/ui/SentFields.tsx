import "./SentFields.css"
import { type ReactNode, useLayoutEffect, useRef } from "react"
import { beginSave } from "#web/app/changesMade.ts"

interface SentFieldsProps {
  /** The form is being sent, or was sent and is about to close. */
  readonly sending: boolean
  /** Layout class; without it the fieldset has no layout of its own. */
  readonly className?: string
  readonly children: ReactNode
}

/**
 * The fields of a form, disabled from submit until the response, because input typed in between would be lost with
 * the form (decision 93). Meanwhile the form itself has the focus, so that letters aren't shortcuts (`inField`);
 * afterwards the previously focused field gets it back.
 */
export const SentFields = ({ sending, className = "as-it-is", children }: SentFieldsProps) => {
  const group = useRef<HTMLFieldSetElement>(null)
  /** The focused field, or the one focused before a question came up in front. */
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
    // Done here and not by React, because a field that becomes disabled loses the focus without an event.
    fields.disabled = true
    return () => {
      endSave()
      fields.disabled = false
      // If the user moved the focus elsewhere in the meantime, leave it there.
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
