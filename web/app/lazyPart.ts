import { type ComponentType, createElement, type FunctionComponent, useEffect, useState } from "react"
import { loadModule } from "./loadModule.ts"
import { readTab, writeTab } from "./storage.ts"
import { loadFailedStyles } from "./failedStyles.ts"
import { askServer, serverAnswers } from "./serverAnswers.ts"

/** A component that loads when first rendered, or earlier by `preload`. */
export type LazyPart<P> = FunctionComponent<P> & {
  /** Preloads the component. Never rejects; rendering it tries again. */
  readonly preload: () => Promise<void>
}

/**
 * What to do if loading fails. `waits`: try again when the server responds, then reload the page. `fails`: throw, so that an error
 * is shown. `stays`: try again when the server responds, then keep showing `Meanwhile`, with `failed`.
 */
type WhenAway = "waits" | "fails" | "stays"

/** Never settles, because the page is reloading. */
const never = new Promise<never>(() => undefined)

const Nothing = (): null => null

/**
 * A component that loads when first rendered. Until then it renders `Meanwhile` with the same props. If loading fails,
 * it is retried once the server responds. If that fails too, most often because a new version was deployed since the
 * page opened, the page reloads, once per component (000 §2); after that it throws.
 *
 * Doesn't use `React.lazy`, which keeps a fallback on screen for at least 300 ms and suspends even if the chunk is
 * already loaded.
 */
export const lazyPart = <Name extends string, P extends object>(
  load: () => Promise<{ readonly [K in Name]: ComponentType<P> }>,
  name: Name,
  Meanwhile: ComponentType<P> = Nothing,
  whenAway: WhenAway = "waits"
): LazyPart<P> => {
  const loadIt = async (): Promise<ComponentType<P>> => {
    await loadFailedStyles()
    const module = await loadModule(load)
    return module[name]
  }
  const attempt = async (): Promise<ComponentType<P>> => {
    try {
      return await loadIt()
    } catch {
      await (whenAway === "fails" ? askServer() : serverAnswers())
    }
    try {
      return await loadIt()
    } catch (error) {
      if (whenAway === "stays") throw error
      const tried = readTab("reloadedFor") ?? ""
      if (tried.split(" ").includes(name)) throw error
      writeTab("reloadedFor", `${tried} ${name}`)
      // Without storage a reload would repeat forever.
      if (readTab("reloadedFor") === null) throw error
      location.reload()
      return never
    }
  }
  let came: Came<P> | null = null
  let loading: Promise<Came<P> | Failed> | undefined
  /** Loads the component. A failure isn't cached, so the next render tries again. */
  const shown = (): Promise<Came<P> | Failed> =>
    (loading ??= attempt().then(
      (part) => (came = { part }),
      (failure: unknown) => {
        loading = undefined
        return { failure }
      }
    ))
  const preload = async (): Promise<void> => {
    if (came !== null || loading !== undefined) return
    await loadIt().then(
      (part) => void (came ??= { part }),
      () => undefined
    )
  }
  const Part = (props: P) => {
    const [outcome, setOutcome] = useState<Came<P> | Failed | null>(came)
    useEffect(() => {
      if (came === null) void shown().then(setOutcome)
      // It may have loaded since the render.
      else setOutcome(came)
    }, [])
    if (outcome === null) return createElement(Meanwhile, props)
    if ("failure" in outcome) {
      if (whenAway === "stays") return createElement(Meanwhile, { ...props, failed: true })
      throw outcome.failure
    }
    return createElement(outcome.part, props)
  }
  return Object.assign(Part, { preload })
}

interface Came<P> {
  readonly part: ComponentType<P>
}

interface Failed {
  readonly failure: unknown
}

/** A screen that loads when first rendered. If the server is unreachable, it shows an error with a retry button. */
export const screenPart = <Name extends string, P extends object>(
  load: () => Promise<{ readonly [K in Name]: ComponentType<P> }>,
  name: Name
): LazyPart<P> => lazyPart(load, name, Nothing, "fails")
