import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react"
import { toast } from "./notices.ts"
import { session } from "./Session.ts"
import { atSessionEnd, yes } from "./sessionLife.ts"
import { read } from "./storage.ts"
import { forgetTyped, hasTyped } from "./unsaved.ts"

/**
 * Input of forms when their user's session ended, by company, path and name of the form (decision 121). In memory only, without
 * combinations (law 8).
 */
const inputs = new Map<string, unknown>()
let owner: number | null = null

const discard = (why: string): void => {
  inputs.clear()
  // Otherwise the form says so too.
  forgetTyped()
  toast("warning", "Your unsaved changes were discarded.", why)
}

session.subscribe(() => {
  if (inputs.size === 0) return
  const { token, user } = session
  if (token === null) {
    if (read("signedOut") === yes) discard("You signed out.")
    else toast("info", "Your unsaved changes are kept.", "Sign in again in this tab to continue.")
  } else if (user !== null && user.userID !== owner) discard("Someone else signed in.")
})

const keyOf = (name: string): string => JSON.stringify([session.user?.companyID, location.pathname, name])

/**
 * The input of a form from before the session ended, if the same user has signed in again; else null. `name`: of the form on its
 * screen.
 */
export const useKeptInput = <Input>(name: string): Input | null =>
  useState(() => (inputs.get(keyOf(name)) ?? null) as Input | null)[0]

/** Keeps the input of a form for `useKeptInput` if the session ends. Null: there is none. */
export const useKeepInput = (name: string, input: unknown): void => {
  const [key] = useState(() => keyOf(name))
  const latest = useRef(input)
  useEffect(() => {
    latest.current = input
  })
  useEffect(() => {
    inputs.delete(key)
    return atSessionEnd(() => {
      if (latest.current === null || !hasTyped()) return
      owner = session.user?.userID ?? null
      inputs.set(key, latest.current)
    })
  }, [key])
}

/** `useState` for input that is kept if the session ends; null while there is none. */
export const useKeptState = <Input>(name: string): readonly [Input | null, Dispatch<SetStateAction<Input | null>>] => {
  const [input, setInput] = useState(useKeptInput<Input>(name))
  useKeepInput(name, input)
  return [input, setInput]
}
