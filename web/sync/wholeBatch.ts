import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { LockBatch, SharedTexts } from "#core/base/search/LockBatch.ts"
import { lockColorName } from "#core/locks/lockColors.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { wordsFor } from "./lockItem.ts"
import { PieceUnreadable, type WholePiece } from "./wholePiece.ts"

/** The texts of a column of numbers, built once per distinct number. */
const shared = (numbers: ArrayLike<number>, textOf: (number: number) => readonly [string, string]): SharedTexts => {
  const places = new Map<number, number>()
  const texts: Array<readonly [string, string]> = []
  // A loop, because `Uint32Array.from` goes through an iterator, which takes ten times as long.
  const of = new Uint32Array(numbers.length)
  for (let row = 0; row < of.length; row++) {
    const number = numbers[row]!
    let place = places.get(number)
    if (place === undefined) {
      place = texts.push(textOf(number)) - 1
      places.set(number, place)
    }
    of[row] = place
  }
  return { texts, of }
}

const named = (numbers: ArrayLike<number>, names: ReadonlyArray<readonly [number, string]>, tagged: boolean) => {
  const nameOf = new Map(names)
  return shared(numbers, (id) => {
    if (id === 0) return ["", ""]
    const name = nameOf.get(id)
    // A user may have been deleted; a facility that has locks can't be.
    if (name === undefined && tagged) throw new PieceUnreadable(`${id} has no name`)
    return [name ?? "", tagged ? String(id) : ""]
  })
}

const statusOf = (id: number): LockStatusId => {
  if (!LockStatus.isId(id)) throw new PieceUnreadable(`${id} is no status`)
  return id
}

/** The search's data about the locks of a piece, with the fields `user` may see. The batch version of `lockItem`. */
export const wholeBatch = (piece: WholePiece, user: LoggedInUser): LockBatch => {
  const { head, lockID, serial, units, facility } = piece
  const none = new Uint32Array(head.count)
  const status = piece.status ?? none
  // A lock's words depend on its status and on whether it is at a facility.
  const kinds = status.map((id, row) => id * 2 + (facility[row] === 0 ? 1 : 0))
  return {
    lockID,
    serial,
    units,
    facility: named(facility, head.facilities, true),
    status: shared(status, (id) => (id === 0 ? ["", ""] : [LockStatus.label(statusOf(id)), String(id)])),
    color: shared(piece.color, (code) => [lockColorName(code), ""]),
    by: named(piece.by ?? none, head.people, false),
    trait: shared(kinds, (kind) => {
      const id = kind >> 1
      return [wordsFor(id === 0 ? undefined : statusOf(id), kind % 2 === 1, user).join(" "), ""]
    }),
    updated: piece.updated ?? new Float64Array(head.count).fill(Number.NaN)
  }
}
