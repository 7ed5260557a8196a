import { session } from "./Session.ts"
import { yes } from "./sessionLife.ts"
import { read, readTab, writeTab } from "./storage.ts"

/** How long to wait for other tabs to reply, in milliseconds. */
const patience = 250

const question = "is anybody signed in?"
const answer = "here"

/** A channel to this browser's other tabs. Null if storage is blocked: Firefox then blocks the channel as well. */
export const channelToTabs = (name: string): BroadcastChannel | null => {
  try {
    return new BroadcastChannel(name)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

/** Whether another tab of this browser is signed in. */
const otherTabIsOpen = (channel: BroadcastChannel): Promise<boolean> =>
  new Promise((settle) => {
    const timer = setTimeout(() => settle(false), patience)
    channel.addEventListener("message", ({ data }) => {
      if (data !== answer) return
      clearTimeout(timer)
      settle(true)
    })
    channel.postMessage(question)
  })

/**
 * Decides whether the stored token belongs to this browser session (000 §4, remember me). Without the remember-me
 * flag it lasts until the browser closes, so a tab that opens while no other is signed in drops it. Afterwards this
 * tab replies to others.
 */
export const settleBrowserSession = async (): Promise<void> => {
  const channel = channelToTabs("lockdesk")
  const { token } = session
  if (token !== null) {
    const ours =
      read("remembered") === yes || readTab("open") === yes || (channel !== null && (await otherTabIsOpen(channel)))
    if (!ours && session.token === token) session.end()
    else writeTab("open", yes)
  }
  channel?.addEventListener("message", ({ data }) => {
    if (data === question && session.token !== null) channel.postMessage(answer)
  })
}
