import { once } from "node:events"
import { text } from "node:stream/consumers"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { localhostCertificate } from "./localhostCertificate.ts"

/** A message as it arrived over the wire. */
export interface Arrived {
  readonly to: ReadonlyArray<string>
  readonly from: string
  readonly raw: string
  readonly secure: boolean
  readonly user: string | null
}

/** How the server treats messages. `stall` accepts the text and never responds. */
export type Manner = "take" | "refuse" | "busy" | "stall" | "refuseText"

const saying = (code: number, message: string): Error => Object.assign(new Error(message), { responseCode: code })

/** A real SMTP server on a free port of this machine. */
export class PostOffice {
  readonly arrived: Array<Arrived> = []
  manner: Manner = "take"
  /** How many recipients were submitted. */
  asked = 0
  /** Called after a message's text arrives and before the response. */
  atText: () => Promise<void> = () => Promise.resolve()
  readonly #server: SMTPServer

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      disableReverseLookup: true,
      closeTimeout: 1,
      ...options,
      onRcptTo: (_address, _session, done) => {
        this.asked += 1
        if (this.manner === "refuse") done(saying(550, "No such user here"))
        else if (this.manner === "busy") done(saying(451, "Come back later"))
        else done()
      },
      onData: (stream, session, done) => {
        void (async () => {
          const raw = await text(stream).catch(() => null)
          // The client disconnected before the end, so there is no message.
          if (raw === null) return
          await this.atText()
          if (this.manner === "stall") return
          if (this.manner === "refuseText") return done(saying(554, "This looks like spam"))
          const { mailFrom, rcptTo } = session.envelope
          this.arrived.push({
            to: rcptTo.map(({ address }) => address),
            from: mailFrom === false ? "" : mailFrom.address,
            raw,
            secure: session.secure,
            user: typeof session.user === "string" ? session.user : null
          })
          done()
        })()
      }
    })
    // Some tests disconnect clients on purpose.
    this.#server.on("error", () => undefined)
  }

  static async open(options: SMTPServerOptions = {}, port = 0): Promise<PostOffice> {
    const office = new PostOffice(options)
    office.#server.listen(port, "127.0.0.1")
    await once(office.#server.server, "listening")
    return office
  }

  /** Opens a server with an untrusted certificate and a user. */
  static openSecure(options: SMTPServerOptions = {}): Promise<PostOffice> {
    return PostOffice.open({
      ...localhostCertificate,
      disabledCommands: [],
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        username === "mia" && password === "s:e/c ret"
          ? done(null, { user: username })
          : done(saying(535, "Who are you?")),
      ...options
    })
  }

  get port(): number {
    const address = this.#server.server.address()
    return typeof address === "object" && address !== null ? address.port : 0
  }

  close(): Promise<void> {
    return new Promise((resolve) => void this.#server.close(() => resolve()))
  }
}

/** A header of an arrived message. */
export const headerOf = ({ raw }: Arrived, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, "im").exec(raw)?.[1]?.trim()
