import { toast } from "./notices.ts"

/** Copies a text and shows `done`, or an error (000 §8). */
export const copyText = async (text: string, done: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
  } catch (error) {
    // No clipboard permission, or no clipboard at all without https.
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error
    toast("error", "Copy failed", "Select the text and copy it by hand.")
    return
  }
  toast("success", done)
}
