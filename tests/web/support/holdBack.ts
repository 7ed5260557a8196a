import { expect } from "vitest"
import type { Visitor } from "./Visitor.ts"

/**
 * How matching requests are answered: held until the next change, with an error, with a connection failure, or by the server.
 */
export type Answer = "late" | "fails" | "lost" | "comes"

/** Matching requests of a page. */
interface Held {
  /** How they are answered from now on. */
  readonly answer: (how: Answer) => void
  /** How many there were. */
  readonly seen: () => number
}

const failure = {
  responseCode: 500,
  responseHeaders: [{ name: "content-type", value: "application/json" }],
  body: Buffer.from(JSON.stringify({ success: false })).toString("base64")
}

/** Intercepts matching requests of a visitor's first tab. Not with `page.route`, which turns the browser's cache off. */
const intercept = async (visitor: Visitor, requests: RegExp): Promise<Held> => {
  let how: Answer = "late"
  let changed = Promise.withResolvers<void>()
  let seen = 0
  const session = await visitor.session()
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    void (async () => {
      const matches = requests.test(request.url)
      if (matches) seen += 1
      while (matches && how === "late") await changed.promise
      if (matches && how === "fails") await session.send("Fetch.fulfillRequest", { requestId, ...failure })
      else if (matches && how === "lost") {
        await session.send("Fetch.failRequest", { requestId, errorReason: "ConnectionRefused" })
      } else await session.send("Fetch.continueRequest", { requestId })
    })().catch((error: unknown) => {
      // A page can close, or give the request up, while it is held.
      if (!/Invalid InterceptionId|Invalid state for|has been closed|Target closed/.test(String(error))) throw error
    })
  })
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] })
  // Forgets what an earlier page in this tab has in memory, which is never requested again.
  for (const cacheDisabled of [true, false]) await session.send("Network.setCacheDisabled", { cacheDisabled })
  return {
    answer: (next) => {
      how = next
      changed.resolve()
      changed = Promise.withResolvers<void>()
    },
    seen: () => seen
  }
}

/** Intercepts matching requests of a visitor. They are held ("late") until the returned function says otherwise. */
export const answering = async (visitor: Visitor, requests: RegExp): Promise<(how: Answer) => void> =>
  (await intercept(visitor, requests)).answer

/** Holds matching requests of a visitor until the returned function is called. It waits for the first one. */
export const holdBack = async (visitor: Visitor, requests: RegExp): Promise<() => Promise<void>> => {
  const { answer, seen } = await intercept(visitor, requests)
  return async () => {
    await expect.poll(seen).toBeGreaterThan(0)
    answer("comes")
  }
}
