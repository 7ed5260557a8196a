/**
 * The clients of the hub's benchmark, in a process of their own: a thousand WebSockets to each of two servers. Started
 * by `hub.bench.ts` with the servers' addresses; spoken to over IPC.
 */
import { WebSocket } from "ws"

/** Told by the benchmark: `count` messages will come on the sockets to server `set`. */
export interface Expect {
  readonly set: number
  readonly count: number
}

/** Told to the benchmark: they have come. */
export interface Arrived {
  /** From sending to arriving, in milliseconds, one for each message. */
  readonly latencies: Float64Array
  /** When the last came, on the system's monotonic clock, in nanoseconds. */
  readonly lastAt: bigint
}

const HANDSHAKE = '{"protocol":"json","version":1}\u001e'

/** Where the time of sending, 20 digits, stands in the message that the benchmark sends. */
const SENT_AT = '{"type":1,"target":"updateLock","arguments":["'.length

let latencies = new Float64Array(0)
let received = 0

const onUpdate = (data: Buffer): void => {
  const sentAt = BigInt(data.toString("latin1", SENT_AT, SENT_AT + 20))
  const now = process.hrtime.bigint()
  latencies[received++] = Number(now - sentAt) / 1e6
  if (received === latencies.length) process.send?.({ latencies, lastAt: now } satisfies Arrived)
}

const open = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(address)
    socket.once("error", reject)
    socket.once("open", () => socket.send(HANDSHAKE))
    // The first message answers the handshake.
    socket.once("message", () => {
      socket.on("message", onUpdate)
      resolve()
    })
  })

const [clients = "0", ...addresses] = process.argv.slice(2)
for (const address of addresses) {
  for (let opened = 0; opened < Number(clients); opened += 50) {
    await Promise.all(Array.from({ length: 50 }, () => open(address)))
  }
}
process.on("message", ({ count }: Expect) => {
  latencies = new Float64Array(count)
  received = 0
  process.send?.("ready")
})
process.on("disconnect", () => process.exit())
process.send?.("open")
