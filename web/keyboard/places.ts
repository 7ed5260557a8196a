/** Inputs that are pressed, not typed into. */
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

/** A form that is being saved. It has the focus while its fields are closed (`SentFields`). */
const savingForm = 'form[aria-busy="true"]'

const dialogs = "dialog, [role=dialog], [role=alertdialog]"

/** What Enter and Space mean something for. */
const answering =
  "a[href], button, summary, input, [role=button], [role=link], [role=tab], [role=checkbox], [role=radio], [role=switch], [role=menuitem]"

const closest = (target: EventTarget | null, selector: string): Element | null =>
  target instanceof Element ? target.closest(selector) : null

/** Whether typing goes into a field, or into the closed fields of a form that is being saved. A button is not a field. */
export const inField = (target: EventTarget | null): boolean =>
  closest(target, typedInto) !== null || (target instanceof Element && target.matches(savingForm))

/** Whether somebody is in an open menu or in a listbox, which have keys of their own. */
export const inMenu = (target: EventTarget | null): boolean => closest(target, "[role=menu], [role=listbox]") !== null

export const inDialog = (target: EventTarget | null): boolean => closest(target, dialogs) !== null

/** Whether Enter and Space press what has the focus. */
export const answersEnter = (target: EventTarget | null): boolean => closest(target, answering) !== null

/** Whether something is selected that Mod+C would copy. */
export const hasSelectedText = (target: EventTarget | null): boolean => {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    return target.selectionStart !== target.selectionEnd
  }
  return getSelection()?.isCollapsed === false
}
