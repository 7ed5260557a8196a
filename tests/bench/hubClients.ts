/**
 * The clients of the hub benchmark in a separate process: a thousand WebSockets to each of two servers. `hub.bench.ts` starts
 * it with the servers' addresses and talks to it over IPC.
 */
import { WebSocket } from "ws"

/** Sent by the benchmark: expect `count` messages on the sockets to server `set`. */
export interface Expect {
  readonly set: number
  readonly count: number
}

/** Sent to the benchmark: they have arrived. */
export interface Arrived {
  /** The time from sending to arrival of each message, in milliseconds. */
  readonly latencies: Float64Array
  /** When the last one arrived, on the system's monotonic clock in nanoseconds. */
  readonly lastAt: bigint
}

const HANDSHAKE = '{"protocol":"json","version":1}\u001e'

/** The position of the 20-digit send time in the benchmark's message. */
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
    // The first message is the handshake response.
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
