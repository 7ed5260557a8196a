import { type RefObject, useEffect, useRef } from "react"

/** Aborted when the component unmounts. A component that mounts again, as all do in strict mode, gets a new one. */
export const useLife = (): RefObject<AbortController> => {
  const life = useRef(new AbortController())
  useEffect(() => {
    if (life.current.signal.aborted) life.current = new AbortController()
    return () => life.current.abort()
  }, [])
  return life
}
