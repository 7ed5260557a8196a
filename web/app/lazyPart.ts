import { type ComponentType, createElement, type FunctionComponent, useEffect, useState } from "react"
import { readTab, writeTab } from "./storage.ts"
import { serverAnswers } from "./serverAnswers.ts"

/** A part that is loaded when it is first shown, or before by `preload`. */
export type LazyPart<P> = FunctionComponent<P> & { readonly preload: () => Promise<void> }

/** What never comes: the page is being loaded again. */
const never = new Promise<never>(() => undefined)

const Nothing = (): null => null

/**
 * A part of the console that is loaded when it is first shown; until then `Meanwhile` stands in its place. Where loading
 * fails, most often because the console has been built anew since this page was opened, the page is loaded again, once for
 * each part (000 §2); after that it is a failure. A server that is away is waited for: a page without one cannot be loaded
 * again.
 *
 * It is not a `lazy` of React: what was suspended is shown no sooner than 300 ms after what stood in its place, and what is
 * loaded already is suspended, too.
 */
export const lazyPart = <Name extends string, P extends object>(
  load: () => Promise<{ readonly [K in Name]: ComponentType<P> }>,
  name: Name,
  Meanwhile: ComponentType = Nothing
): LazyPart<P> => {
  const attempt = async (): Promise<ComponentType<P>> => {
    try {
      const module = await load()
      return module[name]
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
  let came: { readonly part: ComponentType<P> } | { readonly failure: unknown } | null = null
  let loading: Promise<void> | undefined
  // What fails is told where the part is shown.
  const preload = () =>
    (loading ??= attempt().then(
      (part) => void (came = { part }),
      (failure: unknown) => void (came = { failure })
    ))
  const Part = (props: P) => {
    const [, setCame] = useState(came)
    useEffect(() => {
      // Also where it has come since it was drawn.
      void preload().then(() => setCame(came))
    }, [])
    if (came === null) return createElement(Meanwhile)
    if ("failure" in came) throw came.failure
    return createElement(came.part, props)
  }
  return Object.assign(Part, { preload })
}
