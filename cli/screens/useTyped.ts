import { useRef, useState } from "react"

/**
 * Typed text. `read` returns the text up to the current key, because several keys can arrive before the next render and
 * each one counts.
 */
export const useTyped = (start = "") => {
  const [text, setText] = useState(start)
  const latest = useRef(start)
  const write = (next: string) => {
    latest.current = next
    setText(next)
  }
  return {
    text,
    read: () => latest.current,
    write,
    add: (more: string) => write(latest.current + more),
    takeBack: () => write([...latest.current].slice(0, -1).join(""))
  }
}
