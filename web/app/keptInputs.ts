import { useState } from "react"
import { session } from "./Session.ts"

/**
 * Input of forms when their user's session ended, by company, path and name of the form (decisions 121 and 129). In memory only,
 * without combinations (law 8).
 */
export const keptInputs = new Map<string, unknown>()

export const keyOfInput = (name: string): string => JSON.stringify([session.user?.companyID, location.pathname, name])

/**
 * The input of a form from before the session ended, if the same user has signed in again; else null. `name`: of the form on its
 * screen.
 */
export const useKeptInput = <Input>(name: string): Input | null =>
  useState(() => (keptInputs.get(keyOfInput(name)) ?? null) as Input | null)[0]
