import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { askWhole } from "#web/sync/askWhole.ts"
import { LockList } from "#web/sync/LockList.ts"
import { PieceReader, type WholePiece } from "#web/sync/wholePiece.ts"
import { makeWhole } from "./asking.ts"
import { startSyncServer, type SyncServer } from "./syncServer.ts"

describe("the whole list as columns", () => {
  let server: SyncServer
  beforeAll(async () => {
    server = await startSyncServer()
    await server.change("10000001", { unit: "Ünit 1/ü 🔒" })
  })
  afterAll(() => server.close())

  const piecesOf = async (role: RoleId, count: number, after?: string): Promise<ReadonlyArray<WholePiece>> => {
    const token = await server.enter("acme", role)
    const pieces: Array<WholePiece> = []
    const take = async (piece: WholePiece): Promise<void> => void pieces.push(piece)
    await askWhole(makeWhole(server, token), after, take, count)
    return pieces
  }
  const idsOf = (pieces: ReadonlyArray<WholePiece>) => pieces.flatMap(({ lockID }) => [...lockID])

  it.each(Role.rows.filter(({ id }) => id !== Role.id.SuperAdmin).map(({ id, label }) => [label, id] as const))(
    "has for a %s the same data as the lock calls",
    async (_, role) => {
      const deps = await server.depsOf("acme", role)
      const list = new LockList()
      await list.start(deps)
      const shown = await server.call(await server.enter("acme", role), (api) => api.locks.sync({ query: {} }))
      expect(shown.data.length).toBeGreaterThan(0)
      expect(list.state()).toMatchObject({ failure: null, size: shown.data.length })
      for (const lock of shown.data) expect(list.lockOf(lock.lockID)).toEqual(lock)
    }
  )

  it("has only the locks of a restricted user's facilities and the inventory, and no other facility names", async () => {
    const pieces = await piecesOf(Role.id.Personnel, 1000)
    expect(pieces.flatMap(({ head }) => head.facilities.map(([, name]) => name))).toEqual(["Maple St"])
    await server.change("10000000", { facility: "Elm Row" })
    const later = await piecesOf(Role.id.Personnel, 1000)
    expect(idsOf(later)).toHaveLength(idsOf(pieces).length - 1)
    expect(later.flatMap(({ head }) => head.facilities.map(([, name]) => name))).toEqual(["Maple St"])
    await server.change("10000000", { facility: "Maple St" })
  })

  it("has no status column for users who can't see it, nor who changed a lock and when", async () => {
    const [piece = expect.unreachable()] = await piecesOf(Role.id.Vendor, 1000)
    expect(piece.head).toMatchObject({ status: false, people: [] })
    expect([piece.status, piece.by, piece.updated]).toEqual([null, null, null])
  })

  it.each([1, 4, 22, 1000])(
    "is sent in pieces of %i, each lock once, and can resume after any of them",
    async (count) => {
      const pieces = await piecesOf(Role.id.Admin, count)
      const ids = idsOf(pieces)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toHaveLength(22)
      expect(pieces[0]?.head.total).toBe(22)
      expect(pieces.slice(0, -1).map(({ lockID }) => lockID.length)).toEqual(pieces.slice(1).map(() => count))
      expect(pieces.at(-1)?.head.after).toBeNull()
      for (const [nth, { head }] of pieces.entries()) {
        if (head.after === null) continue
        const rest = await piecesOf(Role.id.Admin, 1000, head.after)
        expect(idsOf(rest)).toEqual(ids.slice((nth + 1) * count))
      }
    }
  )

  it("is read however its bytes are split, and is incomplete if they end early", async () => {
    const token = await server.enter("acme", Role.id.Admin)
    const answer = await fetch(`${server.address}/api/locks/whole?count=7`, { headers: { authorization: token } })
    expect(answer.headers.get("content-type")).toBe("application/vnd.lockdesk.locks")
    const bytes = new Uint8Array(await answer.arrayBuffer())
    for (const size of [1, 3, 100, bytes.length]) {
      const reader = new PieceReader()
      const pieces: Array<WholePiece> = []
      for (let at = 0; at < bytes.length; at += size) pieces.push(...reader.read(bytes.slice(at, at + size)))
      expect(pieces.map(({ head }) => head.count)).toEqual([7, 7, 7, 1])
      expect(pieces.flatMap(({ units }) => units)).toContain("Ünit 1/ü 🔒")
      expect(reader.done).toBe(true)
    }
    const early = new PieceReader()
    expect([...early.read(bytes.slice(0, -1))]).toHaveLength(3)
    expect(early.done).toBe(false)
    expect(new TextDecoder("latin1").decode(bytes)).not.toContain("4711")
  })

  it.each(["after=x", "after=9999999999999999.1", "count=0"])("refuses %s as malformed", async (query) => {
    const token = await server.enter("acme", Role.id.Admin)
    const answer = await server.fetch(`/api/locks/whole?${query}`, { token })
    expect([answer.status, answer.json]).toMatchObject([400, { code: "Malformed" }])
  })
})
