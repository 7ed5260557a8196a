import { useEffect } from "react"
import { keptKeys } from "#web/keyboard/KeptKeys.ts"
import { LateLoading } from "./LateLoading.tsx"

/** In place of a screen's content until its data is there. Keys typed for it meanwhile are buffered. */
export const ScreenLoading = () => {
  useEffect(() => keptKeys.awaitScreen(), [])
  return <LateLoading />
}
