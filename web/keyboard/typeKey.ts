import { inField } from "./places.ts"

const focusable = "a[href], button, input, select, textarea, [tabindex]"

/** The tab stops in order, of the front dialog or of the page. */
const stops = (from: Element): ReadonlyArray<HTMLElement> => {
  const inside = from.closest("dialog, [role=dialog], [role=alertdialog]") ?? document.body
  return [...inside.querySelectorAll<HTMLElement>(focusable)].filter(
    (each) => each.tabIndex >= 0 && !each.matches(":disabled, [type=hidden]") && each.checkVisibility()
  )
}

const goToNext = (from: Element, back: boolean): void => {
  const all = stops(from)
  const at = all.findIndex((each) => each === from)
  const behind = all.findIndex((each) => (from.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
  const next = at !== -1 ? at + (back ? -1 : 1) : back ? behind - 1 : behind
  all.at(next % all.length)?.focus()
}

/** Submits a field's form as Enter does: through its submit button, or directly if it has none. */
const sendForm = (form: HTMLFormElement): void => {
  const button = [...form.elements].find(
    (each): each is HTMLButtonElement => each instanceof HTMLButtonElement && each.type === "submit"
  )
  if (button === undefined) form.requestSubmit()
  else button.click()
}

/** Selects another option, as arrows and letters do in a closed select. */
const choose = (select: HTMLSelectElement, key: string): void => {
  const options = [...select.options].filter(({ disabled }) => !disabled)
  const at = options.findIndex(({ selected }) => selected)
  const next =
    key === "ArrowDown"
      ? options[at + 1]
      : key === "ArrowUp"
        ? options[Math.max(0, at - 1)]
        : [...options.slice(at + 1), ...options].find(({ text }) => text.toLowerCase().startsWith(key.toLowerCase()))
  if (next === undefined || next.selected) return
  next.selected = true
  for (const kind of ["input", "change"]) select.dispatchEvent(new Event(kind, { bubbles: true }))
}

const edits: Readonly<Record<string, string>> = { Backspace: "delete", Delete: "forwardDelete" }
/** Where a key moves the caret from a selection. */
const moves: Readonly<Record<string, (text: string, start: number, end: number) => number>> = {
  ArrowLeft: (_, start, end) => (start === end ? Math.max(start - 1, 0) : start),
  ArrowRight: (_, start, end) => (start === end ? end + 1 : end),
  Home: (text, start) => text.slice(0, start).lastIndexOf("\n") + 1,
  End: (text, _, end) => end + text.slice(end).search(/\n|$/)
}

/** Not with the page's selection, which in Firefox doesn't include the text of fields. Email fields don't report their caret. */
const moveCaret = (field: Element, move: (typeof moves)[string], extend: boolean): void => {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  const { value, selectionStart: start, selectionEnd: end, selectionDirection } = field
  if (start === null || end === null) return
  const [anchor, focus] = selectionDirection === "backward" ? [end, start] : [start, end]
  const to = extend ? move(value, focus, focus) : move(value, start, end)
  const from = extend ? anchor : to
  field.setSelectionRange(Math.min(from, to), Math.max(from, to), to < from ? "backward" : "forward")
}

const editText = (field: Element, { key, shiftKey }: KeyboardEvent): void => {
  const edit = edits[key]
  const move = moves[key]
  // Deprecated, but the only way to keep undo, input events and the selection as if the text had been typed.
  if (key.length === 1) document.execCommand("insertText", false, key)
  else if (edit !== undefined) document.execCommand(edit)
  else if (move !== undefined) moveCaret(field, move, shiftKey)
  else if (key === "Enter" && field instanceof HTMLTextAreaElement) document.execCommand("insertLineBreak")
  else if (key === "Enter" && field instanceof HTMLInputElement && field.form !== null) sendForm(field.form)
}

/** Imitates the browser's default action for a key the page didn't handle, because synthetic events have none. */
const act = (event: KeyboardEvent): void => {
  const { key, shiftKey, ctrlKey, metaKey } = event
  const { activeElement } = document
  if (activeElement === null || ctrlKey || metaKey) return
  if (key === "Tab") goToNext(activeElement, shiftKey)
  else if (activeElement instanceof HTMLSelectElement) choose(activeElement, key)
  else if (inField(activeElement)) editText(activeElement, event)
  else if (!(activeElement instanceof HTMLElement)) return
  else if (key === "Enter" && activeElement.matches("a[href], button, summary")) activeElement.click()
  else if (key === "Enter" && activeElement instanceof HTMLInputElement && activeElement.form !== null)
    sendForm(activeElement.form)
  else if (key === " " && activeElement.matches("button, summary, input")) activeElement.click()
}

/** Replays a buffered key on the focused element, including the browser's default action. */
export const typeKey = (kept: KeyboardEvent): void => {
  const { key, code, location, ctrlKey, shiftKey, altKey, metaKey } = kept
  const init = {
    key,
    code,
    location,
    ctrlKey,
    shiftKey,
    altKey,
    metaKey,
    bubbles: true,
    cancelable: true,
    composed: true
  }
  const goes = (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", init))
  if (goes) act(kept)
  ;(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keyup", init))
}
