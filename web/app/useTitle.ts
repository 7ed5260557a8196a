import { useEffect } from "react"

/** Titles that screens set themselves, the latest last. */
const own: Array<{ readonly title: string }> = []
let ofRoute: string | null = null

const show = (title: string | null): void => {
  if (title !== null) document.title = `${title} - Lockdesk`
}
const showLatest = (): void => show(own.at(-1)?.title ?? ofRoute)

/** Sets the title of the tab and the history entry while the screen is open. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    const entry = { title }
    // First, because a screen that crashes here is never closed.
    show(title)
    own.push(entry)
    return () => {
      own.splice(own.indexOf(entry), 1)
      showLatest()
    }
  }, [title])
}

/** Sets the title for screens that set none. */
export const useRouteTitle = (title: string): void => {
  useEffect(() => {
    ofRoute = title
    showLatest()
  }, [title])
}
