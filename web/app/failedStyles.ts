/** Stylesheets that failed to load. The bundler's loader requests each of them only once. */
const failed = new Set<HTMLLinkElement>()

/** Notices stylesheets that fail to load, from now on. */
export const watchStyles = (): void =>
  addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failed.add(target)
    },
    { capture: true }
  )

const loadAgain = (link: HTMLLinkElement): Promise<unknown> =>
  new Promise((loaded, lost) => {
    failed.delete(link)
    const next = link.cloneNode() as HTMLLinkElement
    next.addEventListener("load", loaded)
    next.addEventListener("error", () => lost(new TypeError(`Failed to load ${next.href}`)))
    link.replaceWith(next)
  })

/** Loads the stylesheets again that failed. Rejects if one of them fails again. */
export const loadFailedStyles = (): Promise<unknown> => Promise.all([...failed].map(loadAgain))
