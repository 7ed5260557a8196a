import { anywhere, draftsOnScreen, keptInputs, keyOfInput } from "./keptInputs.ts"
import { session } from "./Session.ts"
import { atSessionEnd } from "./sessionLife.ts"
import { readTab, writeTab } from "./storage.ts"
import { keepInput } from "./useKeepInput.ts"

/**
 * The drafts in the tab's storage, by key, and what their text contains if there is something to lose: a mark (`draftText` in
 * returnMarks.ts), or a scan that could still be activated (`textOf` in activationLines.ts).
 */
const contents = { returns: /"marks":\[\[/, activations: /"kind":"(waiting|sending)"|"code":"(?!Misread|ScannedTwice)/ }

const keys = Object.keys(contents) as ReadonlyArray<keyof typeof contents>

/** Those with something to lose: their key and text. */
const draftsInTab = (): ReadonlyArray<readonly [keyof typeof contents, string]> =>
  keys.map((key) => [key, readTab(key) ?? ""] as const).filter(([key, text]) => contents[key].test(text))

/** Whether there is unsaved input that no `LeaveGuard` asks about, because it is a draft or isn't on screen. */
export const hasDrafts = (): boolean =>
  keptInputs.size > 0 || draftsInTab().length > 0 || [...draftsOnScreen].some((hasContent) => hasContent())

const keyOf = (key: string): string => keyOfInput(`tab ${key}`, anywhere)

// Kept if the session ends by itself, whatever is on screen, and put back before its user's next screen.
atSessionEnd(() => {
  for (const [key, text] of draftsInTab()) keepInput(keyOf(key), text)
})
session.subscribe(() => {
  if (session.user === null) return
  for (const key of keys) {
    const text = keptInputs.get(keyOf(key))
    if (typeof text === "string") writeTab(key, text)
    keptInputs.delete(keyOf(key))
  }
})
