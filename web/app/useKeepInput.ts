import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react"
import { type anywhere, draftsOnScreen, keptInputs, keyOfInput, useKeptInput } from "./keptInputs.ts"
import { toast } from "./notices.ts"
import { session } from "./Session.ts"
import { atSessionEnd, yes } from "./sessionLife.ts"
import { read } from "./storage.ts"
import { forgetTyped, hasTyped } from "./unsaved.ts"

let owner: number | null = null

const discard = (why: string): void => {
  keptInputs.clear()
  // Otherwise the form says so too.
  forgetTyped()
  toast("warning", "Your unsaved changes were discarded.", why)
}

session.subscribe(() => {
  if (keptInputs.size === 0) return
  const { token, user } = session
  if (token === null) {
    if (read("signedOut") === yes) discard("You signed out.")
    else toast("info", "Your unsaved changes are kept.", "Sign in again in this tab to continue.")
  } else if (user !== null && user.userID !== owner) discard("Someone else signed in.")
})

/** Keeps input for its user, also if their session ends. */
export const keepInput = (key: string, input: unknown): void => {
  owner = session.user?.userID ?? null
  keptInputs.set(key, input)
}

/**
 * Keeps the input of a form for `useKeptInput` if the session ends. Null: there is none. A `LeaveGuard` knows whether it is unsaved.
 * With a `path`, it is a draft, which always is.
 */
export const useKeepInput = (name: string, input: unknown, path?: typeof anywhere): void => {
  const [key] = useState(() => keyOfInput(name, path))
  const latest = useRef(input)
  useEffect(() => {
    latest.current = input
  })
  useEffect(() => {
    keptInputs.delete(key)
    const hasContent = (): boolean => latest.current !== null
    if (path !== undefined) draftsOnScreen.add(hasContent)
    const forget = atSessionEnd(() => {
      if (hasContent() && (path !== undefined || hasTyped())) keepInput(key, latest.current)
    })
    return () => {
      draftsOnScreen.delete(hasContent)
      forget()
    }
  }, [key, path])
}

/** `useState` for input that is kept if the session ends; null while there is none. */
export const useKeptState = <Input>(name: string): readonly [Input | null, Dispatch<SetStateAction<Input | null>>] => {
  const [input, setInput] = useState(useKeptInput<Input>(name))
  useKeepInput(name, input)
  return [input, setInput]
}
