import { toast } from "./notices.ts"

/** Copies a text and says so with `done`, or that it could not be copied (000 §8). */
export const copyText = async (text: string, done: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
  } catch (error) {
    // No right to the clipboard, or, without https, no clipboard at all.
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error
    toast("error", "Copy failed", "Select the text and copy it by hand.")
    return
  }
  toast("success", done)
}
