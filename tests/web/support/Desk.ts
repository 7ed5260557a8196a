import { Effect } from "effect"
import type { Browser, BrowserContextOptions } from "playwright-core"
import type { RoleId } from "#core/auth/roles.ts"
import type { ServeOptions, ServerServices } from "#server/main.ts"
import type { TestHome } from "../../support/databases.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import type { DelayingProxy } from "./DelayingProxy.ts"
import { companies, fillDesk } from "./deskData.ts"
import { Stage } from "./Stage.ts"
import { Visitor } from "./Visitor.ts"

export type VisitOptions = BrowserContextOptions & {
  /** Who is signed in already, by their role in one of the companies; nobody when absent. */
  readonly role?: RoleId
  readonly company?: string
  /** Or by a token. */
  readonly token?: string
  readonly path?: string
  /** In a browser that has never loaded the console, so that nothing of it comes from a cache: of those who lose the server. */
  readonly fresh?: true
}

/** What a desk is opened with. */
export interface DeskOptions {
  readonly home: Pick<TestHome, "open">
  readonly serve?: Partial<ServeOptions>
  /** What the database is filled with; `fillDesk` when absent. */
  readonly fill?: Effect.Effect<unknown, unknown, ServerServices>
  /** Its browser and address; a stage of its own when absent. */
  readonly stage?: () => Promise<Stage>
}

/** A running server with the console and its data, a proxy before it, and a browser: what the journeys of one file share. */
export class Desk {
  readonly server: TestServer
  readonly #stage: Stage
  readonly #visitors = new Set<Visitor>()
  #keepsPages = false

  private constructor(server: TestServer, stage: Stage) {
    this.server = server
    this.#stage = stage
  }

  get proxy(): DelayingProxy {
    return this.#stage.proxy
  }

  get browser(): Browser {
    return this.#stage.browser
  }

  static async open({ home, serve = {}, fill = fillDesk, stage: staged = Stage.open }: DeskOptions): Promise<Desk> {
    const [server, stage] = await Promise.all([startTestServer(home, fill, serve), staged()])
    stage.standBefore(server.address)
    return new Desk(server, stage)
  }

  /**
   * From now on a visitor who leaves signs out, and whoever comes next with a `path` signs in at the page that is still loaded: a
   * third of the work of a visit. Not for tests of what happens while the console is loaded, or of what a loaded page forgets.
   */
  keepingPages(): this {
    this.#keepsPages = true
    return this
  }

  /** Somebody opens a browser of their own, signed in where a role is given, at a path of the console where one is given. */
  async visit(options: VisitOptions = {}): Promise<Visitor> {
    const { role, company = companies.acme, token: given, path, fresh = false, ...asked } = options
    const token = given ?? (role === undefined ? null : await this.server.enter(company, role))
    const browser = await this.#stage.browsers.open(asked, token, { fresh, enters: path !== undefined })
    const visitor = new Visitor(browser, token)
    this.#visitors.add(visitor)
    if (path !== undefined) await visitor.enters(path)
    return visitor
  }

  /** After each test: nobody is left, nothing is delayed, and no page complained of what the test did not expect. */
  async settle(): Promise<void> {
    const complaints = [...this.#visitors].flatMap((visitor) => visitor.unexpected())
    await Promise.all([...this.#visitors].map((visitor) => visitor.leave(this.#keepsPages)))
    this.#visitors.clear()
    this.proxy.reset()
    if (complaints.length > 0) {
      throw new Error(`a page complained:\n${complaints.map(({ kind, text }) => `${kind}: ${text}`).join("\n")}`)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#visitors].map((visitor) => visitor.leave()))
    await this.#stage.leave()
    await this.server.close()
  }
}
