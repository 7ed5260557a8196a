import { useEffect } from "react"

/** Names the page in the tab and in the history. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} - Lockdesk`
  }, [title])
}
