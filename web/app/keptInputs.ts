import { useState } from "react"
import { session } from "./Session.ts"
import { readTab } from "./storage.ts"

/**
 * Input of forms when their user's session ended, and drafts, by company, path and name of the form (decisions 121 and 129). In
 * memory only, without combinations (law 8).
 */
export const keptInputs = new Map<string, unknown>()

/** The path of drafts: they belong to no screen, and leaving one loses nothing. */
export const anywhere = ""

export const keyOfInput = (name: string, path: string = location.pathname): string =>
  JSON.stringify([session.user?.companyID, path, name])

/** Keys of drafts in the tab's storage: marks of returned locks, and scans of locks to activate. */
export const draftKeys = ["returns", "activations"] as const

/** What their text contains if there is something to lose: a mark, or a scan that isn't activated but could be. */
const content = { returns: /"marks":\[\[/, activations: /"kind":"(waiting|sending)"|"code":"(?!Misread|ScannedTwice)/ }

/** The drafts in the tab's storage: their key and text. */
export const tabDrafts = (): ReadonlyArray<readonly [(typeof draftKeys)[number], string]> =>
  draftKeys.map((key) => [key, readTab(key) ?? ""] as const).filter(([key, text]) => content[key].test(text))

/** For each draft on screen: whether it has content. */
export const draftsOnScreen = new Set<() => boolean>()

/** Whether there is unsaved input that no `LeaveGuard` asks about, because it is a draft or isn't on screen. */
export const hasDrafts = (): boolean =>
  keptInputs.size > 0 || tabDrafts().length > 0 || [...draftsOnScreen].some((hasContent) => hasContent())

/**
 * The input of a form from before the session ended, if the same user has signed in again; else null. `name`: of the form on its
 * screen.
 */
export const useKeptInput = <Input>(name: string, path?: string): Input | null =>
  useState(() => (keptInputs.get(keyOfInput(name, path)) ?? null) as Input | null)[0]
