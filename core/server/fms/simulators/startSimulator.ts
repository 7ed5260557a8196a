import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { type FailureKind, failureKinds, simulatorPaths } from "#core/fms/fmsSimulators.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import { Random } from "#core/base/Random.ts"
import type { FmsUnit } from "../connectors/Connector.ts"
import { csvDialect } from "./csvDialect.ts"
import type { Asked, Dialect, Reply, Understood } from "./Dialect.ts"
import { hummingbirdDialect } from "./hummingbirdDialect.ts"
import { simulatedFacilities } from "./simulatedFacilities.ts"
import { numberOf, simulatedUnits } from "./simulatedUnits.ts"
import { sitelinkDialect } from "./sitelinkDialect.ts"
import { ssmCloudDialect } from "./ssmCloudDialect.ts"
import { storableEdgeDialect } from "./storableEdgeDialect.ts"
import { webSelfStorageDialect } from "./webSelfStorageDialect.ts"
import { yardiDialect } from "./yardiDialect.ts"

const dialects: Partial<Readonly<Record<FmsId, Dialect>>> = {
  [Fms.id.StorableEdge]: storableEdgeDialect,
  [Fms.id.Sitelink]: sitelinkDialect,
  [Fms.id.StorableEasy]: csvDialect,
  [Fms.id.DoorSwap]: csvDialect,
  [Fms.id.Hummingbird]: hummingbirdDialect,
  [Fms.id.WebSelfStorage]: webSelfStorageDialect,
  [Fms.id.SsmCloud]: ssmCloudDialect,
  [Fms.id.Storage360]: csvDialect,
  [Fms.id.Yardi]: yardiDialect
}

/** Options of a simulator. */
export interface SimulatorOptions {
  /** The systems it simulates; all by default. */
  readonly systems?: ReadonlyArray<FmsId>
  /** Only on this machine; 0 or undefined uses any free port. */
  readonly port?: number
  /** Makes every call fail this way. */
  readonly fail?: FailureKind
  readonly seed?: number
  /** The minimum and maximum response time in milliseconds. */
  readonly latency?: readonly [from: number, to: number]
  /** How long `slow` delays a caller, in milliseconds. */
  readonly slowness?: number
  /** The units of a facility; generated if missing or null. */
  readonly units?: (code: string) => Promise<ReadonlyArray<FmsUnit> | null>
}

/** A simulator that runs until its scope closes. */
export interface Simulator {
  /** `http://127.0.0.1:port` */
  readonly address: string
  /** The total deliberate delay of all responses in milliseconds, and their number. */
  readonly spent: () => { readonly millis: number; readonly answers: number }
}

const tooLarge = 21 * 1024 * 1024
const mostAsked = 1024 * 1024

const pause = (millis: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, millis).unref())

const readAll = async (request: IncomingMessage): Promise<string> => {
  const pieces: Array<Buffer> = []
  let size = 0
  for await (const piece of request) {
    size += (piece as Buffer).length
    if (size > mostAsked) throw new RangeError("the request is too large for a simulator")
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces).toString("utf8")
}

const kindOf = (code: string): FailureKind | null => failureKinds.find((kind) => code.endsWith(`-${kind}`)) ?? null

const write = (response: ServerResponse, { status, type, body }: Reply): void => {
  response.writeHead(status, { "content-type": type, "x-lockdesk-simulator": "1" }).end(body)
}

/** Fails in a way that is the same for every protocol; returns false for failures specific to a dialect. */
const failAlike = async (response: ServerResponse, kind: FailureKind, slowness: number): Promise<boolean> => {
  switch (kind) {
    case "http":
      response.writeHead(503, { "content-type": "text/plain" }).end("unavailable")
      return true
    case "budget":
      response.writeHead(429, { "retry-after": "900" }).end()
      return true
    case "slow":
      await pause(slowness)
      response.destroy()
      return true
    case "redirect":
      response.writeHead(302, { location: "http://127.0.0.1:9/elsewhere" }).end()
      return true
    case "huge":
      response.writeHead(200, { "content-type": "application/json" }).end(Buffer.alloc(tooLarge, 32))
      return true
    case "doctype":
      write(response, {
        status: 200,
        type: "text/xml",
        body: '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><x>&e;</x>'
      })
      return true
    case "reset":
      response.socket?.resetAndDestroy()
      return true
    default:
      return false
  }
}

/** Starts a simulator in the current scope, on this machine only. It serves each FMS under its path in `simulatorPaths`. */
export const startSimulator = (options: SimulatorOptions) =>
  Effect.gen(function* () {
    const { seed = 1, latency = [0, 0], slowness = 60_000, fail } = options
    const dialectByPath = new Map(
      (options.systems ?? Fms.ids).flatMap((fms) => {
        const [path, dialect] = [simulatorPaths[fms], dialects[fms]]
        return path === undefined || dialect === undefined ? [] : [[path, dialect] as const]
      })
    )
    const counts = new Map<string, number>()
    let millis = 0
    let answers = 0

    /** A facility's nth call always takes the same time, regardless of the order of the facilities. */
    const wait = async (code: string): Promise<void> => {
      const nth = (counts.get(code) ?? 0) + 1
      counts.set(code, nth)
      const takes = new Random(seed, numberOf(code), nth).int(latency[0], latency[1])
      millis += takes
      answers += 1
      if (takes > 0) await pause(takes)
    }

    const unitsOf = async (call: Understood): Promise<ReadonlyArray<FmsUnit>> =>
      (await options.units?.(call.code)) ?? simulatedUnits(seed, call.code)

    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const url = new URL(request.url ?? "/", `http://${request.headers.host ?? "127.0.0.1"}`)
      const [, system = "", ...rest] = url.pathname.split("/")
      const dialect = dialectByPath.get(system)
      const asked: Asked = {
        method: request.method ?? "GET",
        path: rest.join("/"),
        url,
        headers: request.headers,
        body: await readAll(request)
      }
      const call = dialect?.understand(asked) ?? null
      await wait(call?.code ?? "")
      if (dialect === undefined || call === null) {
        return write(response, { status: 404, type: "text/plain", body: "no such call" })
      }
      const kind = fail ?? (call.signedIn ? kindOf(call.code) : "auth")
      if (kind !== null && (await failAlike(response, kind, slowness))) return
      if (kind === "apikey") return write(response, dialect.refuseOlder?.() ?? dialect.refuse(call, "auth"))
      if (kind === "auth" || kind === "license" || kind === "facility")
        return write(response, dialect.refuse(call, kind))
      if (kind === "schema") return write(response, dialect.odd(call))
      const listed = dialect.listing?.(call, kind === "data" ? [] : simulatedFacilities(seed, call.code))
      if (listed !== undefined && listed !== null) return write(response, listed)
      write(response, dialect.good(call, kind === "data" ? [] : await unitsOf(call)))
    }

    const server = createServer((request, response) => {
      answer(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : new Error(String(error)))
      })
    })
    const port = yield* Effect.acquireRelease(
      Effect.callback<number, Error>((resume) => {
        server.once("error", (error) => resume(Effect.fail(error)))
        server.listen(options.port ?? 0, "127.0.0.1", () =>
          resume(Effect.succeed((server.address() as AddressInfo).port))
        )
      }),
      () =>
        Effect.callback<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    )
    return { address: `http://127.0.0.1:${port}`, spent: () => ({ millis, answers }) } satisfies Simulator
  })
