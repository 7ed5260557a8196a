import { useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"

/** How long changes rest before the address follows, in milliseconds (001 §9). */
const rest = 100

/** A text that is to be written into the address of a screen, and who is told when it is. */
interface Waiting {
  readonly text: string
  readonly path: string
  readonly written: () => void
}

/** Texts that are to be written into the address together, by name. */
const waiting = new Map<string, Waiting>()
let timer: ReturnType<typeof setTimeout> | undefined

type Texts = Readonly<Record<string, string | number | undefined>>
type Write = (texts: Texts) => void

/** A text as it is written: a number without quotes around it, nothing not at all. */
const writable = (text: string): string | number | undefined =>
  text === "" ? undefined : /^[1-9]\d{0,8}$/.test(text) ? Number(text) : text

/** Those of this screen: one that is about to be left is still there while the next one is loaded, whose address it is by then. */
const ofHere = (): ReadonlyArray<readonly [string, Waiting]> =>
  [...waiting].filter(([, { path }]) => path === location.pathname)

const textsOf = (here: ReturnType<typeof ofHere>): Texts =>
  Object.fromEntries(here.map(([name, { text }]) => [name, writable(text)]))

/** What is shown and not written into the address yet. */
export const unwrittenTexts = (): Texts => textsOf(ofHere())

/** Several texts that change at once are one change of the address: two would each know nothing of the other. */
const writeLater = (write: Write): void => {
  clearTimeout(timer)
  timer = setTimeout(() => {
    const here = ofHere()
    waiting.clear()
    if (here.length === 0) return
    for (const [, { written }] of here) written()
    write(textsOf(here))
  }, rest)
}

/**
 * A text that is kept in the address under a name: at once for the screen, a moment later for the address. Without a name it is
 * kept nowhere. `first` is what is remembered from another time: it is taken, and written into the address, only where the
 * screen was opened by an address that says nothing at all. One that says anything is the whole truth of what is shown.
 */
export const useAddressText = (name: string | null, first = ""): readonly [string, (text: string) => void] => {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const said = name === null ? undefined : search[name]
  const kept = said === undefined ? "" : String(said)
  const navigate = useNavigate()
  const [text, setText] = useState(() => (Object.keys(search).length === 0 ? first : kept))
  const [seen, setSeen] = useState(kept)
  const written = useRef(kept)
  if (seen !== kept) {
    setSeen(kept)
    // The address changed by itself, with Back for instance. What was typed since it was written here stays.
    if (kept !== written.current) {
      setText(kept)
      written.current = kept
    }
  }
  useEffect(() => {
    if (name === null || text === kept) return
    waiting.set(name, { text, path: location.pathname, written: () => (written.current = text) })
    writeLater((texts) =>
      navigate({
        to: ".",
        search: (before: Readonly<Record<string, unknown>>) => ({ ...before, ...texts }),
        replace: true
      })
    )
    return () => void waiting.delete(name)
  }, [text, kept, name, navigate])
  return [text, setText]
}
