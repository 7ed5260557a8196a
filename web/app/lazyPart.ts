import { createElement, type FunctionComponent, useEffect, useState } from "react"
import { askServer } from "./askServer.ts"
import { failureOf, UpdatedFailure } from "./CallFailure.ts"
import { isNotLoaded } from "./fetchCall.ts"
import { loadFailedStyles } from "./failedStyles.ts"
import { tellFailure } from "./failures.ts"
import { loadModule } from "./loadModule.ts"
import { toastOnce } from "./notices.ts"
import { retryPause } from "./retryPause.ts"

/** A component that loads when first rendered, or earlier by `preload`. */
export type LazyPart<P> = FunctionComponent<P> & {
  /** Preloads the component. Never rejects; rendering it tries again. */
  readonly preload: () => Promise<void>
}

/** How many screens this page has loaded, with the frame of all screens. */
let screens = 0

/** Whether there was no screen yet, so that a reload loses nothing, and the page wasn't reloaded already. */
const mayReload = (): boolean =>
  screens < 2 && (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming).type !== "reload"

export const Nothing = (): null => null

/**
 * A component that loads when first rendered. Until then it renders `Meanwhile` with the same props.
 *
 * If loading fails, it is retried at once if the server responds. If that fails too, it says why, keeps showing `Meanwhile`, with
 * `failed`, and tries again every few seconds. With `whenLost`, it is called instead of trying again; a screen throws the reason, so
 * that it is shown. If the file is gone because a new version was deployed, only a reload helps. The page reloads by itself (000 §2)
 * only before its first screen, because later a reload could lose something.
 *
 * Doesn't use `React.lazy`, which keeps a fallback on screen for at least 300 ms and suspends even if the chunk is
 * already loaded.
 */
export const lazyPart = <Name extends string, P extends object>(
  load: () => Promise<{ readonly [K in Name]: FunctionComponent<P> }>,
  name: Name,
  Meanwhile: FunctionComponent<P & { readonly failed: boolean }> = Nothing,
  whenLost?: ((props: P) => void) | "throw"
): LazyPart<P> => {
  const loadIt = async (): Promise<FunctionComponent<P>> => {
    await loadFailedStyles()
    const module = await loadModule(load)
    if (whenLost === "throw") screens++
    return module[name]
  }
  const attempt = async (): Promise<FunctionComponent<P>> => {
    try {
      return await loadIt()
    } catch {
      await askServer()
    }
    try {
      return await loadIt()
    } catch (error) {
      const failure = isNotLoaded(error) ? await failureOf(error) : error
      if (!(failure instanceof UpdatedFailure && mayReload())) throw failure
      location.reload()
      return new Promise(() => {})
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
    const failed = outcome !== null && "failure" in outcome
    const begin = (): void => void shown().then(setOutcome)
    useEffect(() => {
      if (came === null) begin()
      // It may have loaded since the render.
      else setOutcome(came)
    }, [])
    useEffect(() => {
      if (!failed || whenLost === "throw") return
      tellFailure(outcome.failure, toastOnce)
      if (whenLost !== undefined) return whenLost(props)
      if (outcome.failure instanceof UpdatedFailure) return
      const timer = setTimeout(begin, retryPause())
      return () => clearTimeout(timer)
    }, [outcome])
    if (failed && whenLost === "throw") throw outcome.failure
    return outcome === null || failed
      ? createElement(Meanwhile, { ...props, failed })
      : createElement(outcome.part, props)
  }
  return Object.assign(Part, { preload })
}

interface Came<P> {
  readonly part: FunctionComponent<P>
}

interface Failed {
  readonly failure: unknown
}

/** A screen that loads when first rendered. If that fails, it shows why, with a button to try again or to reload. */
export const screenPart = <Name extends string, P extends object>(
  load: () => Promise<{ readonly [K in Name]: FunctionComponent<P> }>,
  name: Name
): LazyPart<P> => lazyPart(load, name, Nothing, "throw")

interface Handler {
  /** Withdraws the request, so that it isn't carried out much later. */
  readonly onLost: () => void
}

/** A part that does what was asked. */
export const handlerPart = <Name extends string, P extends object>(
  load: () => Promise<{ readonly [K in Name]: FunctionComponent<P> }>,
  name: Name
): LazyPart<P & Handler> => lazyPart<Name, P & Handler>(load, name, Nothing, ({ onLost }) => onLost())
