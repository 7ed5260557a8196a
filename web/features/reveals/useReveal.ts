import { useEffect, useState } from "react"
import type { Words } from "#core/api/problem.ts"
import { withClient } from "#core/api/ApiClient.ts"
import type { LockId } from "#core/base/ids.ts"
import { revealLock } from "#core/commands/lockCommands.ts"
import { combinationMasked } from "#core/locks/lockRules.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { defaultLockStatus } from "#core/locks/lockStatuses.ts"
import { revealSeconds } from "#core/reveals/revealTime.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { now } from "#web/app/clock.ts"
import { lockBySerial, withoutCode } from "#web/app/lockQueries.ts"
import { run } from "#web/app/run.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useLife } from "#web/app/useLife.ts"
import { stageAfter } from "./revealFailure.ts"
import { firstStage, isSerial, type MaskedBy, type Stage } from "./revealStage.ts"

/** The lock of a dialog: the typed or selected serial code, and the lock if known. */
export interface RevealTarget {
  readonly serialCode: string
  readonly lock: Lock | null
  /** A reason passed with the command. */
  readonly reason: string | null
  /** Why this user may not reveal it, if already known. Then no request is made. */
  readonly denied: Words | null
}

export interface Reveal {
  readonly stage: Stage
  readonly lock: Lock | null
  /** Requests the combination. Call it only with a valid reason. */
  readonly submit: (reason: string) => Promise<void>
  readonly mask: (by: MaskedBy) => void
  /** Replaces everything shown by a refusal: the user lost the permission meanwhile. */
  readonly deny: (words: Words) => void
}

const wrongLock = {
  problem: null,
  offline: false,
  words: { error: "", next: "The server answered for a different lock, so we didn't show it. Try again." }
}

const failureOf = (error: unknown): CallFailure => {
  if (error instanceof CallFailure) return error
  throw error
}

/**
 * One reveal, from the serial code to the masked combination. Unmounting aborts everything pending, so a late
 * response is never shown.
 */
export const useReveal = ({ serialCode, lock: known, reason: given, denied }: RevealTarget): Reveal => {
  const user = useSignedInUser()
  const [stage, setStage] = useState<Stage>(() =>
    denied === null ? firstStage(serialCode) : { kind: "denied", words: denied }
  )
  const [lock, setLock] = useState(known)
  const life = useLife()

  const show = (code: string, reason: string | null, auditSeq: number | null): Stage => ({
    kind: "shown",
    code,
    reason,
    auditSeq,
    until: now() + revealSeconds * 1000
  })

  const ask = async (reason: string, signal: AbortSignal): Promise<Stage> => {
    try {
      const { data } = await run(revealLock, { serialCode, reason }, { signal })
      const { unlockCode, auditSeq, ...revealed } = data
      if (revealed.serialCode !== serialCode) return stageAfter(serialCode, wrongLock)
      if (!signal.aborted) setLock(revealed)
      return show(unlockCode, reason, auditSeq)
    } catch (error) {
      return stageAfter(serialCode, failureOf(error))
    }
  }

  const submit = async (reason: string): Promise<void> => {
    const { signal } = life.current
    setStage({ kind: "waiting", reason })
    const next = await ask(reason, signal)
    if (!signal.aborted) setStage(next)
  }

  /** Looks the lock up on the server if the synced list doesn't have it. */
  const lookUp = async (signal: AbortSignal): Promise<void> => {
    const found = await lockBySerial(serialCode, signal)
    if (signal.aborted) return
    setLock((before) => before ?? found)
    if (found === null) {
      setStage((before) =>
        before.kind === "asking" ? { kind: "serial", typed: serialCode, unknown: true, failure: null } : before
      )
    }
  }

  /** Shows a combination that isn't masked, unless a reason was submitted in the meantime. */
  const showOpen = async (lockID: LockId, signal: AbortSignal): Promise<void> => {
    const { data } = await call(
      withClient((client) => client.locks.show({ params: { id: lockID }, query: {} })),
      { signal }
    )
    if (signal.aborted || data.serialCode !== serialCode) return
    setLock(withoutCode(data))
    const { unlockCode } = data
    if (unlockCode === null) return
    setStage((before) => (before.kind === "asking" ? show(unlockCode, null, null) : before))
  }

  /** Shows an error next to the reasons. The user can still submit one. */
  const tell = (error: unknown): void => {
    const failure = failureOf(error)
    if (life.current.signal.aborted || failure.cancelled) return
    const next = stageAfter(serialCode, failure)
    setStage((before) => (before.kind === "asking" ? next : before))
  }

  useEffect(() => {
    if (!isSerial(serialCode) || denied !== null) return
    if (given !== null) void submit(given)
    if (known === null) lookUp(life.current.signal).catch(tell)
    // Once per dialog, because every reveal request is audited.
  }, [])

  const openID =
    lock !== null && !combinationMasked(user, lock.secondaryLockStatus ?? defaultLockStatus) ? lock.lockID : null
  useEffect(() => {
    if (openID !== null && given === null && denied === null) showOpen(openID, life.current.signal).catch(tell)
  }, [openID])

  const mask = (by: MaskedBy): void =>
    setStage((before) => (before.kind === "shown" ? { kind: "masked", reason: before.reason, by } : before))

  const deny = (words: Words): void => {
    setLock(null)
    setStage({ kind: "denied", words })
  }

  const until = stage.kind === "shown" ? stage.until : null
  useEffect(() => {
    if (until === null) return
    const timer = setTimeout(() => mask("time"), until - now())
    // The timer doesn't run while the computer sleeps.
    const waking = setInterval(() => (now() < until ? undefined : mask("time")), 1000)
    const away = () => mask("away")
    const hidden = () => (document.hidden ? away() : undefined)
    hidden()
    addEventListener("blur", away)
    document.addEventListener("visibilitychange", hidden)
    return () => {
      clearTimeout(timer)
      clearInterval(waking)
      removeEventListener("blur", away)
      document.removeEventListener("visibilitychange", hidden)
    }
  }, [until])

  return { stage, lock, submit, mask, deny }
}
