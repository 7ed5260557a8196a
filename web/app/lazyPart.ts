import { type ComponentType, lazy, type LazyExoticComponent } from "react"
import { readTab, writeTab } from "./storage.ts"
import { serverAnswers } from "./serverAnswers.ts"

/** A part that is loaded when it is first shown, or before by `preload`. */
export type LazyPart<P> = LazyExoticComponent<ComponentType<P>> & { readonly preload: () => Promise<void> }

/** What never comes: the page is being loaded again. */
const never = new Promise<never>(() => undefined)

/**
 * A part of the console that is loaded when it is first shown. Where loading fails, most often because the console has been
 * built anew since this page was opened, the page is loaded again, once for each part (000 §2); after that it is a failure.
 * A server that is away is waited for: a page without one cannot be loaded again.
 */
export const lazyPart = <Name extends string, P extends object>(
  load: () => Promise<{ readonly [K in Name]: ComponentType<P> }>,
  name: Name
): LazyPart<P> => {
  const attempt = async (): Promise<{ default: ComponentType<P> }> => {
    try {
      const module = await load()
      return { default: module[name] }
    } catch (error) {
      const tried = (readTab("reloadedFor") ?? "").split(" ")
      if (tried.includes(name)) throw error
      await serverAnswers()
      writeTab("reloadedFor", [...tried, name].join(" ").trim())
      // Without storage nobody would know that it was tried.
      if (readTab("reloadedFor") === null) throw error
      location.reload()
      return never
    }
  }
  let loading: ReturnType<typeof attempt> | undefined
  const once = () => (loading ??= attempt())
  // What fails is told where the part is shown.
  const preload = () => once().then(ignore, ignore)
  return Object.assign(lazy(once), { preload })
}

const ignore = (): void => undefined
