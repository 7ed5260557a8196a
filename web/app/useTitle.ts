import { useEffect } from "react"

/** Sets the title of the tab and the history entry. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} - Lockdesk`
  }, [title])
}
