import { execFile } from "node:child_process"
import { rmSync, symlinkSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { promisify } from "node:util"
import type { TestProject } from "vitest/node"
import { startCluster, type Cluster } from "./databaseCluster.ts"
import { ownedFolder, sweepFolders } from "./databaseFolders.ts"
import {
  createServerDatabase,
  dropServerDatabase,
  embeddedTemplate,
  makeServerTemplate,
  type TemplateKind
} from "./databaseTemplates.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Where test files request their databases, and the bundle of a server in a separate process: see `askBroker.ts`. */
    readonly databaseBroker: string
    /** The folder of this run, deleted at its end. */
    readonly databaseFolder: string
  }
}

/** Bundles the server that tests start in a separate process into a folder, and returns its file. */
const bundleServerChild = async (folder: string): Promise<string> => {
  // Some packages stay there.
  symlinkSync(join(import.meta.dirname, "../../node_modules"), join(folder, "node_modules"))
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, "bundleServerChild.ts"), folder])
  return join(folder, "serverChild.js")
}

/**
 * Runs once per `vitest run`, in vitest's own process, and serves the test files: the cluster, the templates and the bundle are
 * created on the first request, so that a run without them costs nothing.
 */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  sweepFolders()
  const folder = ownedFolder()
  const once = <A>(make: () => Promise<A>) => {
    let made: Promise<A> | undefined
    return { get: () => (made ??= make()), ifMade: () => made }
  }
  const cluster = once(async (): Promise<Cluster> => {
    const started = await startCluster(folder)
    await makeServerTemplate(started)
    return started
  })
  const templates = {
    empty: once(() => embeddedTemplate("empty")),
    migrated: once(() => embeddedTemplate("migrated"))
  }
  const child = once(() => bundleServerChild(folder))
  const onCluster = async (kind: TemplateKind) => {
    const server = await cluster.get()
    return server.url(await createServerDatabase(server, kind))
  }

  const answers: Record<string, (body: string) => Promise<string>> = {
    "/embedded/empty": () => templates.empty.get(),
    "/embedded/migrated": () => templates.migrated.get(),
    "/postgres/empty": () => onCluster("empty"),
    "/postgres/migrated": () => onCluster("migrated"),
    "/server-child": () => child.get(),
    "/drop": async (url) => {
      await dropServerDatabase(await cluster.get(), new URL(url).pathname.slice(1))
      return ""
    }
  }

  const broker = createServer((request, response) => {
    void (async () => {
      let body = ""
      for await (const chunk of request) body += String(chunk)
      const answer = answers[request.url ?? ""]
      if (answer === undefined) response.writeHead(404).end()
      else response.end(await answer(body))
    })().catch((cause: unknown) => response.writeHead(500).end(cause instanceof Error ? cause.stack : String(cause)))
  })
  // Clients close their connections: otherwise a process that was busy for seconds could send a request on a connection that
  // was just closed.
  broker.keepAliveTimeout = 0
  await new Promise<void>((resolve) => broker.listen(0, "127.0.0.1", resolve))
  project.provide("databaseFolder", folder)
  project.provide("databaseBroker", `http://127.0.0.1:${(broker.address() as AddressInfo).port}`)

  return async () => {
    broker.closeAllConnections()
    broker.close()
    await (await cluster.ifMade())?.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}
