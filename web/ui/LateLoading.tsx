import { useEffect, useState } from "react"
import { Loading } from "./Loading.tsx"

/** How long something may take before it is said that it does, in milliseconds (001 §4). */
export const late = 1000

/** That something is on its way, once it takes long. */
export const LateLoading = () => {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), late)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? <Loading /> : null
}
