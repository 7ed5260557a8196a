import { type ComponentType, lazy, type LazyExoticComponent } from "react"
import { readTab, writeTab } from "./storage.ts"

/** What never comes: the page is being loaded again. */
const never = new Promise<never>(() => undefined)

/**
 * A part of the console that is loaded when it is first shown. Where loading fails, most often because the console has been
 * built anew since this page was opened, the page is loaded again, once for each part (000 §2); after that it is a failure.
 */
export const lazyPart = <Name extends string, P extends object>(
  load: () => Promise<{ readonly [K in Name]: ComponentType<P> }>,
  name: Name
): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => {
    try {
      const module = await load()
      return { default: module[name] }
    } catch (error) {
      const tried = (readTab("reloadedFor") ?? "").split(" ")
      // Without storage nobody would know that it was tried.
      if (tried.includes(name)) throw error
      writeTab("reloadedFor", [...tried, name].join(" ").trim())
      if (readTab("reloadedFor") === null) throw error
      location.reload()
      return never
    }
  })
