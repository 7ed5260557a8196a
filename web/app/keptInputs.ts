import { useState } from "react"
import { session } from "./Session.ts"

/**
 * Input of forms when their user's session ended, and drafts, by company, path and name of the form (decisions 121 and 129). In
 * memory only, without combinations (law 8).
 */
export const keptInputs = new Map<string, unknown>()

/** The path of drafts: they belong to no screen, and leaving one loses nothing. */
export const anywhere = ""

export const keyOfInput = (name: string, path: string = location.pathname): string =>
  JSON.stringify([session.user?.companyID, path, name])

/** For each draft on screen: whether it has content. */
export const draftsOnScreen = new Set<() => boolean>()

/**
 * The input of a form from before the session ended, if the same user has signed in again; else null. `name`: of the form on its
 * screen.
 */
export const useKeptInput = <Input>(name: string, path?: string): Input | null =>
  useState(() => (keptInputs.get(keyOfInput(name, path)) ?? null) as Input | null)[0]
