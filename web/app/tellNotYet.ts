import { toast } from "./notices.ts"

/** Shown while a form is being saved, which is also why it can't be saved again. */
export const savingWords = "Saving…"

/** Tells why a form can't be saved. A second press during a save isn't worth a message: the form shows that it is being saved. */
export const tellNotYet = (notYet: string): void => {
  if (notYet !== savingWords) toast("info", notYet)
}
