import { useRef, useState } from "react"

/**
 * Text that is typed. `read` gives what was typed up to this key: several keys can arrive before a new frame is drawn, and
 * each of them counts.
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
