import { toast } from "./notices.ts"

/** Shown while a form is being saved. */
export const savingWords = "Saving…"

/** Shows why a form can't be saved. Shows nothing while it is being saved: the form says so itself. */
export const tellNotYet = (notYet: string): void => {
  if (notYet !== savingWords) toast("info", notYet)
}
