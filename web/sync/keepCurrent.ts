import { Predicate } from "effect"
import { hubEvents, type Topic, topics } from "#core/live/LiveEvent.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { whoAmI } from "#core/commands/sessionCommands.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { callForBytes, callForJson } from "#web/app/calls.ts"
import { now } from "#web/app/clock.ts"
import { arrived } from "#web/app/notices.ts"
import { queries } from "#web/app/queries.ts"
import { onRefresh, refresh } from "#web/app/refresh.ts"
import { run } from "#web/app/run.ts"
import { pullNotices } from "#web/app/serverNotices.ts"
import { session } from "#web/app/Session.ts"
import { atSessionEnd } from "#web/app/sessionLife.ts"
import { askPiece } from "./askPiece.ts"
import { askWhole } from "./askWhole.ts"
import { connectHub } from "./connectHub.ts"
import { Gather } from "./Gather.ts"
import { listen } from "./hubMessages.ts"
import { keptLocks } from "./keptLocks.ts"
import { type After, LiveHub } from "./LiveHub.ts"
import { liveState } from "./liveState.ts"
import { lockList } from "./LockList.ts"
import { reachability } from "#web/app/reachability.ts"
import { retryPause } from "#web/app/retryPause.ts"

/** How long to collect events before refreshing, in milliseconds. */
const moment = 75

/** How often to store live changes for the next reload, in milliseconds. */
const keepEvery = 60_000

/**
 * Shortest time between two attempts that keys cause, and between two times of catching up because the server answers again, in
 * milliseconds. If only one kind of request fails, each of the others is such an answer.
 */
const pause = 1_000
const longestWait = 32_000

const after: After = (delay, run) => {
  const timer = setTimeout(run, delay)
  return () => clearTimeout(timer)
}

const keeper = keptLocks(now)

/** What determines the data a user sees: their facilities and permissions. */
const sightOf = ({ facilityIDs, Permissions }: LoggedInUser): string => JSON.stringify([facilityIDs, Permissions])

/** The user's visibility changed, so cached data may be forbidden or incomplete now. */
const forgetSeen = (): void => {
  queries.removeQueries({ type: "inactive" })
  refresh(topics)
}

/** Asks for the user's permissions, which may have changed. Resolves to whether the server answered. */
const askWhoIAm = async (): Promise<boolean> => {
  const { token, companyID, user } = session
  if (token === null) return false
  try {
    const { data } = await run(whoAmI, {})
    if (session.token === token && session.companyID === companyID) {
      session.know(data)
      if (user !== null && sightOf(user) !== sightOf(data)) forgetSeen()
    }
    return true
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    return false
  }
}

/**
 * Checks whether the session is still valid, and catches up on the locks. A 401 already ends the session in `calls.ts`; after any
 * other failure, assume it is valid.
 */
const stillSignedIn = async (): Promise<boolean> => {
  if (await askWhoIAm()) void lockList.pull()
  return session.token !== null
}

const refreshSoon = new Gather(after, moment, (topics: ReadonlySet<Topic>) => {
  refresh([...topics], true)
  if (topics.has("locks")) void lockList.pull()
})

const pullSoon = new Gather(after, moment, () => void lockList.pull())

/** Whether an event is about the signed-in user, whose permissions may have changed. */
const isAboutMe = (topic: Topic, facts: unknown): boolean =>
  topic === "users" &&
  Predicate.hasProperty(facts, "userIDs") &&
  Array.isArray(facts.userIDs) &&
  facts.userIDs.includes(session.user?.userID)

/** Catches up on what changed while the server or the hub was away. */
const catchUp = (): void => {
  void lockList.pull()
  void pullNotices()
  // What was loaded before joining may be outdated, because no events arrived for changes in between.
  void askWhoIAm()
  refresh([...new Set(Object.values(hubEvents))], true)
}

const hub = new LiveHub({
  connect: async (polls) => {
    const connection = await connectHub(session.user?.userID ?? null, () => session.token ?? "", polls)
    const { companyID } = session
    listen(connection, {
      changed: (topic, facts) => {
        // Ignore late messages from the previous company's group.
        if (session.companyID !== companyID) return
        refreshSoon.add(topic)
        if (isAboutMe(topic, facts) || topic === "settings" || topic === "roles") void stillSignedIn()
      },
      notice: (...args) => (session.companyID === companyID ? arrived(...args) : undefined)
    })
    return connection
  },
  token: () => session.token,
  companyID: () => session.companyID,
  // Tabs that lost the hub together must not come back together.
  after: (delay, run) => after(delay * (0.8 + Math.random() * 0.4), run),
  // If the server was unreachable, its subscriber catches up.
  joined: () => (reachability.state().answers ? catchUp() : reachability.answered()),
  stillSignedIn
})

const follow = (): void => {
  const { token, user } = session.state()
  if (token === null || user === null) return
  void lockList.start({
    user,
    ask: (query, signal) => askPiece((asked) => callForJson("locks.sync", { query: { ...asked } }, { signal }), query),
    askWhole: (after, take, signal) =>
      askWhole((asked, use) => callForBytes("locks.whole", { query: { ...asked } }, use, { signal }), after, take),
    keeper,
    now
  })
  hub.start()
}

const end = (): void => {
  refreshSoon.forget()
  pullSoon.forget()
  backSoon.forget()
  void lockList.clear()
  void hub.stop()
}

/**
 * The page became visible or online: another tab may have read notifications, and the hub may be back, or lost without notice
 * while the computer slept.
 */
const hope = (): void => {
  if (document.hidden) return
  hub.retry()
  void pullNotices()
  void lockList.pull()
}

let cameBack = -pause
let wait = pause

/** The server answers again. If it is soon away again, the next time has to wait twice as long: errors stay readable. */
const comeBack = (): void => {
  const since = performance.now() - cameBack
  if (since < wait) return backSoon.add("locks")
  wait = since < 2 * wait ? Math.min(2 * wait, longestWait) : pause
  cameBack += since
  if (hub.state === "live") catchUp()
  else hope()
}

const backSoon = new Gather(after, pause, comeBack)

const onOnline = (): void => {
  reachability.cameOnline()
  hope()
}

/**
 * Tries again while the server is unreachable, or after a pull failed although the hub is connected: the browser may report the
 * network before it works, and without a new connection nothing else would try again.
 */
const lookAgain = (): void => {
  const { failure, refused } = lockList.state()
  const { answers } = reachability.state()
  if (document.hidden || (answers && (hub.state !== "live" || failure === null || refused))) return
  if (hub.state === "live") void stillSignedIn()
  else hub.retry()
}

let lookedAt = 0

/** Someone is at this tab. */
const onUse = ({ timeStamp }: Event): void => {
  if (reachability.state().answers || timeStamp < lookedAt + pause) return
  lookedAt = timeStamp
  lookAgain()
}

const onOffline = (): void => reachability.wentOffline()

/**
 * Keeps this tab up to date while a user is signed in: the synced list, the hub, and the queries they refresh.
 * Returns a function that stops it and one that tries again at once; the list stays until the session ends.
 */
export const keepCurrent = (): readonly [stop: () => void, retry: () => void] => {
  let answered = reachability.state().answers
  const stops = [
    session.subscribe(follow),
    atSessionEnd(end),
    hub.subscribe(() => {
      liveState.set(hub.state)
      lockList.live(hub.state === "live")
    }),
    onRefresh((topics) => {
      // Without the hub, no event reports the change just made here (001 §4).
      if (hub.state !== "live" && topics.includes("locks")) pullSoon.add("locks")
    }),
    reachability.subscribe(() => {
      const { answers } = reachability.state()
      const back = answers && !answered
      answered = answers
      if (back) comeBack()
    })
  ]
  const keeping = setInterval(() => void lockList.keep(), keepEvery)
  const looking = setInterval(lookAgain, retryPause())
  const listening = new AbortController()
  document.addEventListener("visibilitychange", hope, listening)
  addEventListener("focus", onUse, listening)
  addEventListener("keydown", onUse, { capture: true, signal: listening.signal })
  addEventListener("online", onOnline, listening)
  addEventListener("offline", onOffline, listening)
  follow()
  return [
    () => {
      for (const stop of stops) stop()
      clearInterval(keeping)
      clearInterval(looking)
      listening.abort()
      void hub.stop()
      liveState.set("idle")
      lockList.live(false)
    },
    () => {
      hub.retry()
      void lockList.pull()
    }
  ]
}
