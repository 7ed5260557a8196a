import { connect, type Socket } from "node:net"

/** An HTTP response as received on a socket. */
export interface WireAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** A connection for writing arbitrary bytes. */
export interface RawConnection {
  readonly socket: Socket
  readonly write: (text: string) => void
  /** Complete responses so far, including 100 Continue. */
  readonly answers: () => ReadonlyArray<WireAnswer>
  /** Waits for this many responses, or for the end of the connection. */
  readonly answered: (count: number) => Promise<ReadonlyArray<WireAnswer>>
  /** Waits until the server has closed the connection. */
  readonly ended: () => Promise<ReadonlyArray<WireAnswer>>
}

/** Milliseconds after which a server counts as hanging. */
const patience = 20_000

/** Parses one response at the start of `text`; null if it is incomplete. */
const readAnswer = (text: string): { readonly answer: WireAnswer; readonly rest: string } | null => {
  const head = text.indexOf("\r\n\r\n")
  if (head < 0) return null
  const [first = "", ...lines] = text.slice(0, head).split("\r\n")
  const headers = new Map(
    lines.map((line): [string, string] => {
      const at = line.indexOf(":")
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    })
  )
  const status = Number(first.split(" ")[1])
  const after = text.slice(head + 4)
  if (headers.get("transfer-encoding") === "chunked") {
    const end = after.indexOf("0\r\n\r\n")
    return end < 0 ? null : { answer: { status, headers, body: after.slice(0, end) }, rest: after.slice(end + 5) }
  }
  const length = Number(headers.get("content-length") ?? 0)
  if (after.length < length) return null
  return { answer: { status, headers, body: after.slice(0, length) }, rest: after.slice(length) }
}

const readAnswers = (text: string): ReadonlyArray<WireAnswer> => {
  const answers: Array<WireAnswer> = []
  for (let read = readAnswer(text); read !== null; read = readAnswer(read.rest)) answers.push(read.answer)
  return answers
}

/** Connects to the server at `address`. */
export const openRaw = async (address: string): Promise<RawConnection> => {
  const socket = connect(Number(new URL(address).port), "127.0.0.1")
  let text = ""
  let over = false
  const wakers = new Set<() => void>()
  const wake = () => wakers.forEach((waker) => waker())
  socket.setEncoding("latin1").on("data", (part: string) => {
    text += part
    wake()
  })
  // The responses show how it ended, so ignore socket errors.
  socket.on("error", () => undefined)
  socket.once("close", () => {
    over = true
    wake()
  })
  await new Promise((resolve) => socket.once("connect", resolve))
  const until = (what: string, enough: () => boolean) =>
    new Promise<ReadonlyArray<WireAnswer>>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`the server hangs: ${what} did not come; so far ${JSON.stringify(text.slice(0, 500))}`)),
        patience
      )
      const look = () => {
        if (!enough()) return
        clearTimeout(timer)
        wakers.delete(look)
        resolve(readAnswers(text))
      }
      wakers.add(look)
      look()
    })
  return {
    socket,
    write: (sent) => void socket.write(sent, "latin1"),
    answers: () => readAnswers(text),
    answered: (count) => until(`answer ${count}`, () => over || readAnswers(text).length >= count),
    ended: () => until("the end of the connection", () => over)
  }
}

/** Writes all of `text` on a new connection, and returns the responses until the server closed it. */
export const exchange = async (address: string, text: string): Promise<ReadonlyArray<WireAnswer>> => {
  const raw = await openRaw(address)
  raw.write(text)
  const answers = await raw.ended()
  raw.socket.destroy()
  return answers
}
