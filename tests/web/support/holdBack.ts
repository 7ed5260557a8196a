import { expect } from "vitest"
import { intercepted, probe } from "./intercepted.ts"
import type { Visitor } from "./Visitor.ts"

/**
 * How matching requests are answered: held until the next change, with an error, with a connection failure, or by the server.
 */
export type Answer = "late" | "fails" | "lost" | "comes"

/** Matching requests of a page. */
interface Held {
  /** Call when they may be answered differently. */
  readonly changed: () => void
  /** Their addresses. */
  readonly seen: ReadonlyArray<string>
  /** Whether one of them is waiting for an answer. */
  readonly isHeld: () => boolean
}

/** Says how requests are answered from now on. */
export interface Answering extends Pick<Held, "isHeld"> {
  (how: Answer): void
}

const failure = {
  responseCode: 500,
  responseHeaders: [{ name: "content-type", value: "application/json" }],
  body: Buffer.from(JSON.stringify({ success: false })).toString("base64")
}

/**
 * Intercepts matching requests of a visitor's first tab, and answers each as `answerTo` says. Not with `page.route`, which turns the
 * browser's cache off.
 */
const intercept = async (visitor: Visitor, requests: RegExp, answerTo: (url: string) => Answer): Promise<Held> => {
  let change = Promise.withResolvers<void>()
  const seen: Array<string> = []
  let held = 0
  const session = await visitor.session()
  session.on("Fetch.requestPaused", ({ requestId, request: { url } }) => {
    void (async () => {
      if (probe.test(url)) return void (await session.send("Fetch.fulfillRequest", { requestId, responseCode: 204 }))
      const matches = requests.test(url)
      if (matches) seen.push(url)
      held += 1
      while (matches && answerTo(url) === "late") await change.promise
      held -= 1
      const how = matches ? answerTo(url) : "comes"
      if (how === "fails") await session.send("Fetch.fulfillRequest", { requestId, ...failure })
      else if (how === "lost") {
        await session.send("Fetch.failRequest", { requestId, errorReason: "ConnectionRefused" })
      } else await session.send("Fetch.continueRequest", { requestId })
    })().catch((error: unknown) => {
      // A page can close, or give the request up, while it is held.
      if (!/Invalid InterceptionId|Invalid state for|has been closed|Target closed/.test(String(error))) throw error
    })
  })
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] })
  await intercepted(visitor.page)
  // Forgets what an earlier page in this tab has in memory, which is never requested again.
  for (const cacheDisabled of [true, false]) await session.send("Network.setCacheDisabled", { cacheDisabled })
  return {
    changed: () => {
      change.resolve()
      change = Promise.withResolvers<void>()
    },
    seen,
    isHeld: () => held > 0
  }
}

/** Intercepts matching requests of a visitor. They are held ("late") until the returned function says otherwise. */
export const answering = async (visitor: Visitor, requests: RegExp): Promise<Answering> => {
  let how: Answer = "late"
  const { changed, isHeld } = await intercept(visitor, requests, () => how)
  const answer = (next: Answer): void => {
    how = next
    changed()
  }
  return Object.assign(answer, { isHeld })
}

/**
 * Holds matching requests of a visitor until the returned function is called for all of them or for a part. It waits for the first
 * one.
 */
export const holdBack = async (visitor: Visitor, requests: RegExp): Promise<(part?: RegExp) => Promise<void>> => {
  const coming: Array<RegExp> = []
  const { changed, seen } = await intercept(visitor, requests, (url) =>
    coming.some((part) => part.test(url)) ? "comes" : "late"
  )
  return async (part = requests) => {
    await expect.poll(() => seen.some((url) => part.test(url))).toBe(true)
    coming.push(part)
    changed()
  }
}
