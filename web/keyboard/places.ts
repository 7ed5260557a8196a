/** Input types that are clicked, not typed into. */
const pressed = "button,checkbox,color,file,image,radio,range,reset,submit"
  .split(",")
  .map((type) => `[type="${type}"]`)
  .join(",")

const typedInto = [
  `input:not(${pressed})`,
  "textarea",
  "select",
  '[contenteditable]:not([contenteditable="false"])',
  "[role=textbox]",
  "[role=searchbox]",
  "[role=spinbutton]"
].join(",")

/** A form being saved. It holds the focus while its fields are disabled (`SentFields`). */
const savingForm = 'form[aria-busy="true"]'

const dialogs = "dialog, [role=dialog], [role=alertdialog]"

/** Elements that respond to Enter and Space. */
const answering =
  "a[href], button, summary, input, [role=button], [role=link], [role=tab], [role=checkbox], [role=radio], [role=switch], [role=menuitem]"

const closest = (target: EventTarget | null, selector: string): Element | null =>
  target instanceof Element ? target.closest(selector) : null

/** Whether keys go into a field, or into the disabled fields of a form being saved. A button is not a field. */
export const inField = (target: EventTarget | null): boolean =>
  closest(target, typedInto) !== null || (target instanceof Element && target.matches(savingForm))

/** The open menu or the listbox with the focus, which handles its own keys. */
export const menuAt = (target: EventTarget | null): Element | null => closest(target, "[role=menu], [role=listbox]")

export const inDialog = (target: EventTarget | null): boolean => closest(target, dialogs) !== null

/** Whether Enter and Space activate the focused element. */
export const answersEnter = (target: EventTarget | null): boolean => closest(target, answering) !== null

/** Whether there is a selection for Mod+C to copy. */
export const hasSelectedText = (target: EventTarget | null): boolean => {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    return target.selectionStart !== target.selectionEnd
  }
  return getSelection()?.isCollapsed === false
}
