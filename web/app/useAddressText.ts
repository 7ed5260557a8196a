import { useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"

/** How long typing rests before the address follows, in milliseconds (001 §9). */
const rest = 100

/** A text that is kept in the address under a name: at once for the screen, a moment later for the address. */
export const useAddressText = (name: string): readonly [string, (text: string) => void] => {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const kept = search[name] === undefined ? "" : String(search[name])
  const navigate = useNavigate()
  const [text, setText] = useState(kept)
  const [seen, setSeen] = useState(kept)
  const written = useRef(kept)
  if (seen !== kept) {
    setSeen(kept)
    // The address changed by itself, with Back for instance. What was typed since it was written here stays.
    if (kept !== written.current) setText(kept)
  }
  useEffect(() => {
    if (text === kept) return
    const timer = setTimeout(() => {
      written.current = text
      void navigate({
        to: ".",
        search: (before: Readonly<Record<string, unknown>>) => ({ ...before, [name]: text === "" ? undefined : text }),
        replace: true
      })
    }, rest)
    return () => clearTimeout(timer)
  }, [text, kept, name, navigate])
  return [text, setText]
}
