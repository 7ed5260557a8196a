import { useEffect } from "react"

/** Titles that screens set themselves, the latest last. */
const own: Array<{ readonly title: string }> = []
let ofRoute: string | null = null

const show = (): void => {
  const title = own.at(-1)?.title ?? ofRoute
  if (title !== null) document.title = `${title} - Lockdesk`
}

/** Sets the title of the tab and the history entry while the screen is open. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    const entry = { title }
    own.push(entry)
    show()
    return () => {
      own.splice(own.indexOf(entry), 1)
      show()
    }
  }, [title])
}

/** Sets the title for screens that set none. */
export const useRouteTitle = (title: string): void => {
  useEffect(() => {
    ofRoute = title
    show()
  }, [title])
}
