import { Schema } from "effect"
import { type Words, words } from "#core/api/problem.ts"
import { reads } from "#core/auth/Access.ts"
import { accessRefusal } from "#core/auth/accessRules.ts"
import { Area } from "#core/auth/permissions.ts"
import type { LockId } from "#core/base/ids.ts"
import type { LockIndex } from "#core/base/search/LockIndex.ts"
import { Lock } from "#core/locks/Lock.ts"
import { CallFailure, callFailureOf } from "#web/app/CallFailure.ts"
import type { PieceQuery } from "./askPiece.ts"
import { decodePart, isUnreadable } from "./keptParts.ts"
import type { KeptPlace, LockKeeper } from "./LockKeeper.ts"
import type { LockListState, LockListDeps } from "./LockListState.ts"
import { listOwner } from "./listOwner.ts"
import { LockRows } from "./LockRows.ts"
import { breathe, inSlices, inTurns } from "./slices.ts"
import { Watched } from "#web/app/Watched.ts"
import type { WholePiece } from "./wholePiece.ts"

/** The list of one session. Responses that arrive after it ended are dropped. */
interface Life {
  readonly deps: LockListDeps
  readonly owner: string
  readonly abort: AbortController
  rows: LockRows
  restored: Promise<void>
  cursor: PieceQuery
  total: number | null
  restoring: boolean
  checked: boolean
  pulledAt: number | null
  failure: Words | null
  /** Nothing is requested, because the user may not see locks. */
  readonly refused: boolean
  /** Parts not stored yet, as JSON. */
  unkept: Array<string>
  /** `pulledAt` of the list last stored. */
  keptOf: number | null
  /** Number of locks stored of a list that is still loading. */
  keptSize: number
  /** Parts stored after the whole list; null if it was never complete. */
  added: number | null
}

/** Notify listeners of a loading list at most this often, in milliseconds. */
const tellEvery = 150

/** Locks to validate and merge between two checks of the clock. */
const sliceSize = 200

/** Texts of changed locks waiting to be stored. When there are more, store them at once. */
const unkeptAtMost = 50

/** Most parts after a stored whole list; then it is stored again. Each takes a few milliseconds to read. */
const addedAtMost = 20

// Decoding also drops fields that aren't part of a lock, whatever the response contains.
const decodeLocks = Schema.decodeUnknownSync(Schema.Array(Lock))

/**
 * From this many locks on, store a list while it is loading, so that an interrupted load can resume. A smaller list
 * loads in seconds, a third of which would be spent on storing.
 */
const resumedFrom = 200_000

/** The company's locks in this tab, kept up to date by incremental pulls. */
export class LockList {
  readonly #resumedFrom: number
  #life: Life | null = null
  #nobody = new LockRows()
  #live = false
  #pulling: Promise<void> | null = null
  #queued: Promise<void> | null = null
  #notifiedAt = 0
  #changes = 0
  readonly #state = new Watched<LockListState>({
    phase: "empty",
    size: 0,
    total: null,
    restoring: false,
    checked: false,
    pulledAt: null,
    revision: 0,
    failure: null,
    refused: false
  })

  /** @param options.resumedFrom number of locks from which on an interrupted load can resume */
  constructor(options: { readonly resumedFrom?: number } = {}) {
    this.#resumedFrom = options.resumedFrom ?? resumedFrom
  }

  /** The search index. Each session has its own, so read it again whenever `revision` has increased. */
  get index(): LockIndex {
    return this.#rows.index
  }

  readonly state = (): LockListState => this.#state.get()
  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener)

  /** A lock by ID. */
  lockOf(lockID: LockId): Lock | undefined {
    return this.#rows.lockOf(lockID)
  }

  /** A lock by its 8-digit serial code. */
  bySerial(serialCode: string): Lock | undefined {
    const lockID = this.index.bySerial(serialCode)
    return lockID === undefined ? undefined : this.lockOf(lockID)
  }

  /**
   * Starts a user's list: from storage, then from the server. Does nothing if it is the same user's. Users who may
   * not see locks have no list, and their stored one is deleted.
   */
  start(deps: LockListDeps): Promise<void> {
    const owner = listOwner(deps.user)
    const refusal = accessRefusal(deps.user, reads(Area.id.Locks))
    const refused = refusal !== null
    if (this.#life?.owner === owner && this.#life.refused === refused) return this.#pulling ?? Promise.resolve()
    this.#forget()
    const life: Life = {
      deps,
      owner,
      abort: new AbortController(),
      rows: new LockRows(),
      restored: Promise.resolve(),
      cursor: {},
      total: null,
      restoring: deps.keeper !== null && !refused,
      checked: refused,
      pulledAt: null,
      failure: refusal === null ? null : words(refusal),
      refused,
      unkept: [],
      keptOf: null,
      keptSize: 0,
      added: null
    }
    this.#life = life
    this.#changes++
    if (refused) {
      this.#tell()
      return deps.keeper?.wipe(owner) ?? Promise.resolve()
    }
    life.restored = this.#restore(life)
    return this.pull()
  }

  /**
   * Pulls changes. Concurrent calls share one pull, but a call during a pull starts another one after it, because the
   * running one may already be past the change. Never rejects; see `state` for the outcome.
   */
  pull(): Promise<void> {
    const life = this.#life
    if (life === null || life.refused) return Promise.resolve()
    if (this.#pulling === null) {
      const pulling = this.#pull(life).finally(() => {
        if (this.#pulling !== pulling) return
        this.#pulling = null
        this.#tell()
      })
      this.#pulling = pulling
      this.#tell()
      return pulling
    }
    this.#queued ??= this.#pulling.then(() => {
      if (life !== this.#life) return
      this.#queued = null
      return this.pull()
    })
    return this.#queued
  }

  /**
   * Merges locks requested separately while the list is incomplete, so that they are known everywhere. Call it before
   * the request, because the returned function drops responses that arrive after the session ended.
   */
  beside(): (locks: ReadonlyArray<Lock>) => void {
    const life = this.#life
    return (locks) => {
      if (life === null || life !== this.#life || life.pulledAt !== null) return
      life.rows.merge(locks, [], life.deps.user)
      this.#changes++
      this.#tell()
    }
  }

  /** Sets whether the hub is reporting changes. */
  live(live: boolean): void {
    this.#live = live
    this.#tell()
  }

  /** Stores what arrived since the last call, for the next reload. */
  async keep(): Promise<void> {
    const life = this.#life
    const keeper = life?.deps.keeper
    if (life == null || keeper == null || life.refused) return
    const parts = life.unkept
    const loading = life.pulledAt === null
    if (loading ? !this.#isResumed(life) : parts.length === 0 && life.keptOf === life.pulledAt) return
    life.unkept = []
    life.keptOf = life.pulledAt
    const place = this.#place(life)
    const whole = loading || life.added === null || life.added >= addedAtMost
    life.added = loading ? null : whole ? 0 : (life.added ?? 0) + 1
    if (loading) life.keptSize = life.rows.index.size
    await (whole ? keeper.replace(place, life.rows.pack()) : keeper.append(place, parts))
  }

  /** Drops the list, including the stored one, because the session ended. */
  async clear(): Promise<void> {
    const life = this.#life
    this.#forget()
    await life?.deps.keeper?.wipe(life.owner)
  }

  /** Whether to store the loaded part of a list that is still loading. */
  #isResumed({ total, cursor, rows, keptSize }: Life): boolean {
    return (total ?? 0) >= this.#resumedFrom && cursor.after !== undefined && rows.index.size > keptSize
  }

  get #rows(): LockRows {
    return this.#life?.rows ?? this.#nobody
  }

  #forget(): void {
    this.#life?.abort.abort()
    this.#life = null
    this.#changes++
    this.#pulling = null
    this.#queued = null
    this.#tell()
  }

  #place(life: Life): KeptPlace {
    const { owner, cursor, pulledAt, total } = life
    return { owner, ...cursor, pulledAt, ...(pulledAt !== null || total === null ? {} : { total }) }
  }

  async #restore(life: Life): Promise<void> {
    const { keeper } = life.deps
    try {
      if (keeper !== null) await this.#readKept(life, keeper)
    } finally {
      life.restoring = false
      if (keeper !== null && life === this.#life) this.#tell()
    }
  }

  async #readKept(life: Life, keeper: LockKeeper): Promise<void> {
    try {
      const place = await keeper.open(life.owner)
      if (place === null) return
      life.total = place.total ?? null
      const whole = await keeper.whole()
      if (whole !== null) {
        if (life !== this.#life) return
        life.rows = LockRows.unpack(whole)
        life.keptSize = life.rows.index.size
        life.added = place.pulledAt === null ? null : 0
        this.#changes++
        this.#tell()
      }
      for await (const part of keeper.parts()) {
        const { data, gone } = decodePart(part)
        if (!(await this.#merge(life, data, gone, false))) return
        if (life.added !== null) life.added += 1
      }
      const { lastPulled, after, pulledAt } = place
      life.cursor = { ...(lastPulled === undefined ? {} : { lastPulled }), ...(after === undefined ? {} : { after }) }
      life.pulledAt = pulledAt
      life.keptOf = pulledAt
    } catch (error) {
      if (!isUnreadable(error)) throw error
      // Unreadable data counts as none: load the whole list from the server.
      life.rows = new LockRows()
      life.added = null
      this.#changes++
      await keeper.wipe(life.owner)
    }
  }

  async #pull(life: Life): Promise<void> {
    try {
      await life.restored
      if (life !== this.#life) return
      const first = life.pulledAt === null
      await (first ? this.#load(life) : this.#pullChanges(life))
      if (life !== this.#life) return
      life.pulledAt = life.deps.now()
      life.checked = true
      life.failure = null
      // Not before the list is shown: packing a long one takes a while.
      if (first || life.unkept.length > unkeptAtMost) void breathe().then(() => this.keep())
    } catch (error) {
      if (life !== this.#life) return
      life.checked = true
      life.failure = (error instanceof CallFailure ? error : callFailureOf(error)).words
    }
  }

  /** Loads the whole list, resuming an interrupted load. */
  async #load(life: Life): Promise<void> {
    const { askWhole, user } = life.deps
    const isWanted = () => life === this.#life
    const step = () => {
      this.#changes++
      if (life.deps.now() - this.#notifiedAt > tellEvery) this.#tell()
      return isWanted()
    }
    const take = async (piece: WholePiece): Promise<void> => {
      const { after, lastPulled, total } = piece.head
      life.total = total ?? life.total
      await inTurns(life.rows.append(piece, user), step)
      if (!isWanted()) return
      this.#tell()
      life.cursor = { lastPulled, ...(after === null ? {} : { after }) }
    }
    do {
      const { after } = life.cursor
      await askWhole(after, take, life.abort.signal)
      if (isWanted() && life.cursor.after === after && after !== undefined) throw new Error("an answer without a piece")
    } while (isWanted() && life.cursor.after !== undefined)
  }

  async #pullChanges(life: Life): Promise<void> {
    const { ask } = life.deps
    let piece = await ask(life.cursor, life.abort.signal)
    for (;;) {
      if (life !== this.#life) return
      const { lastPulled, after } = piece
      const cursor = { lastPulled, ...(after === null ? {} : { after }) }
      // Request the next piece while merging this one.
      const [merged, next] = await Promise.allSettled([
        this.#merge(life, piece.data, piece.gone, true),
        after === null ? null : ask(cursor, life.abort.signal)
      ])
      if (merged.status === "rejected") throw merged.reason
      if (life !== this.#life) return
      life.cursor = cursor
      if (next.status === "rejected") throw next.reason
      if (next.value === null) return
      piece = next.value
    }
  }

  /** Validates rows and merges them a few at a time. Resolves to whether the list is still needed. */
  async #merge(
    life: Life,
    rows: ReadonlyArray<unknown>,
    gone: ReadonlyArray<LockId>,
    keeps: boolean
  ): Promise<boolean> {
    const { user, now, keeper } = life.deps
    const kept = keeps && keeper !== null
    const took = (locks: ReadonlyArray<Lock>, left: ReadonlyArray<LockId>): void => {
      life.rows.merge(locks, left, user)
      this.#changes++
      if (kept) life.unkept.push(JSON.stringify({ data: locks, gone: left }))
    }
    for await (const slice of inSlices(rows, sliceSize)) {
      if (life !== this.#life) return false
      took(decodeLocks(slice), [])
      if (now() - this.#notifiedAt > tellEvery) this.#tell()
    }
    if (life !== this.#life) return false
    if (gone.length > 0) took([], gone)
    if (rows.length + gone.length > 0) this.#tell()
    return true
  }

  #tell(): void {
    const life = this.#life
    this.#notifiedAt = life?.deps.now() ?? 0
    this.#state.set({
      phase: this.#phase(life),
      size: this.index.size,
      total: life === null || life.pulledAt !== null ? null : life.total,
      restoring: life?.restoring ?? false,
      checked: life?.checked ?? false,
      pulledAt: life?.pulledAt ?? null,
      revision: this.#changes,
      failure: life?.failure ?? null,
      refused: life?.refused ?? false
    })
  }

  #phase(life: Life | null): LockListState["phase"] {
    if (life === null) return "empty"
    if (life.pulledAt === null) return life.failure !== null && this.#pulling === null ? "empty" : "loading"
    return this.#live && life.failure === null ? "current" : "stale"
  }
}

/** The list of this tab. */
export const lockList = new LockList()
/** The lock of a row: lists number their rows, lists of locks by lock ID. */
export const lockInRow = (id: number): Lock | undefined => lockList.lockOf(id as LockId)
