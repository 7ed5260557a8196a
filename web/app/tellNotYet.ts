import { toast } from "./notices.ts"

/** Tells why a form can't be saved. A second press during a save isn't worth a message: the form shows that it is being saved. */
export const tellNotYet = (notYet: string): void => {
  if (notYet !== "Saving…") toast("info", notYet)
}
