import { type ComponentType, createElement, type FunctionComponent, useEffect, useState } from "react"
import { readTab, writeTab } from "./storage.ts"
import { askServer, serverAnswers } from "./serverAnswers.ts"

/** A part that is loaded when it is first shown, or before by `preload`. */
export type LazyPart<P> = FunctionComponent<P> & {
  /** Loads the part before it is shown. Never fails: what could not be loaded is tried again when it is shown. */
  readonly preload: () => Promise<void>
}

/** What a part does while the server is away: it waits in the background, or fails so that something says so in its place. */
type WhenAway = "waits" | "fails"

/** What never comes: the page is being loaded again. */
const never = new Promise<never>(() => undefined)

const Nothing = (): null => null

/**
 * A part of the console that is loaded when it is first shown; until then `Meanwhile` stands in its place, with the same props.
 * Where loading fails, most often because the console has been built anew since this page was opened, the page is loaded again,
 * once for each part (000 §2); after that it is a failure. The page is not loaded again while the server is away.
 *
 * It is not a `lazy` of React: what was suspended is shown no sooner than 300 ms after what stood in its place, and what is
 * loaded already is suspended, too.
 */
export const lazyPart = <Name extends string, P extends object>(
  load: () => Promise<{ readonly [K in Name]: ComponentType<P> }>,
  name: Name,
  Meanwhile: ComponentType<P> = Nothing,
  whenAway: WhenAway = "waits"
): LazyPart<P> => {
  const attempt = async (): Promise<ComponentType<P>> => {
    try {
      const module = await load()
      return module[name]
    } catch (error) {
      if (whenAway === "fails") await askServer()
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
  let came: Came<P> | null = null
  let loading: Promise<Came<P> | Failed> | undefined
  /** Loads what is shown. A failure is not kept: whoever shows the part again tries again. */
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
    await load().then(
      (module) => void (came ??= { part: module[name] }),
      () => undefined
    )
  }
  const Part = (props: P) => {
    const [outcome, setOutcome] = useState<Came<P> | Failed | null>(came)
    useEffect(() => {
      if (came === null) void shown().then(setOutcome)
      // Also where it has come since it was drawn.
      else setOutcome(came)
    }, [])
    if (outcome === null) return createElement(Meanwhile, props)
    if ("failure" in outcome) throw outcome.failure
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

/** A screen that is loaded when it is first shown. Where the server is away, an error with a way to retry stands in its place. */
export const screenPart = <Name extends string, P extends object>(
  load: () => Promise<{ readonly [K in Name]: ComponentType<P> }>,
  name: Name
): LazyPart<P> => lazyPart(load, name, Nothing, "fails")
