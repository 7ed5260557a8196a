import { toast } from "./notices.ts"

const asBlob = async (text: Promise<string>): Promise<Blob> => new Blob([await text], { type: "text/plain" })

/** A text that is still loading is written as a promise, because Safari allows writing only at once after a key or a click. */
const write = (text: string | Promise<string>): Promise<void> => {
  if (typeof text === "string") return navigator.clipboard.writeText(text)
  const blob = asBlob(text)
  // If writing is refused, nothing waits for it.
  blob.catch(() => undefined)
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })])
}

const isLost = (text: string | Promise<string>): Promise<boolean> =>
  Promise.resolve(text).then(
    () => false,
    () => true
  )

/**
 * Copies a text and shows `done`, or an error (000 §8). Returns whether it did. If loading the text fails, whoever loads it
 * reports that.
 */
export const copyText = async (text: string | Promise<string>, done: string): Promise<boolean> => {
  try {
    await write(text)
  } catch (error) {
    if (await isLost(text)) return false
    // No clipboard permission, or no clipboard at all without https.
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error
    toast("error", "Copy failed", "Select the text and copy it by hand.")
    return false
  }
  toast("success", done)
  return true
}
