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

/** The form of the marks of returned locks. */
export const returnsForm = "returns"

/** The text of the marks of returned locks, which their tab keeps itself; null if no lock is marked. */
export const marksInTab = (): string | null => {
  const text = readTab("returns")
  return text === null || text.includes('"marks":[]') ? null : text
}

/** For each draft on screen: whether it has content. */
export const draftsOnScreen = new Set<() => boolean>()

/** Whether there is unsaved input that no `LeaveGuard` asks about, because it is a draft or isn't on screen. */
export const hasDrafts = (): boolean =>
  keptInputs.size > 0 || marksInTab() !== null || [...draftsOnScreen].some((hasContent) => hasContent())

/**
 * The input of a form from before the session ended, if the same user has signed in again; else null. `name`: of the form on its
 * screen.
 */
export const useKeptInput = <Input>(name: string, path?: string): Input | null =>
  useState(() => (keptInputs.get(keyOfInput(name, path)) ?? null) as Input | null)[0]
