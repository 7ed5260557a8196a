import { useEffect, useState } from "react"
import { Loading } from "./Loading.tsx"

/** Delay before the loading text appears, in milliseconds (001 §4). */
export const late = 1000

/** Loading text that appears only after a delay. */
export const LateLoading = () => {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), late)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? <Loading /> : null
}
