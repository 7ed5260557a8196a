import { Effect } from "effect"
import type { Browser, BrowserContextOptions } from "playwright-core"
import type { RoleId } from "#core/auth/roles.ts"
import type { ServeOptions, ServerServices } from "#server/main.ts"
import type { TestHome } from "../../support/databases.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import type { DelayingProxy } from "./DelayingProxy.ts"
import { companies, fillDesk } from "./deskData.ts"
import { inTime } from "./inTime.ts"
import { Stage } from "./Stage.ts"
import { Visitor } from "./Visitor.ts"

export type VisitOptions = BrowserContextOptions & {
  /** Signs in the user with this role at `company`. Without a role, no one is signed in. */
  readonly role?: RoleId
  readonly company?: string
  /** Or signs in with a token. */
  readonly token?: string
  readonly path?: string
  /**
   * Uses a browser context that has never loaded the console, so nothing comes from a cache: for tests that lose the server.
   */
  readonly fresh?: true
}

/** Options of a desk. */
export interface DeskOptions {
  readonly home: Pick<TestHome, "open">
  readonly serve?: Partial<ServeOptions>
  /** Fills the database; `fillDesk` by default. */
  readonly fill?: Effect.Effect<unknown, unknown, ServerServices>
  /** Its browser and address; by default a separate stage. */
  readonly stage?: () => Promise<Stage>
}

/** A running server with the console and data, a proxy in front of it, and a browser: shared by the journeys of one file. */
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
   * From now on, a released visitor signs out, and the next one with a `path` signs in on the page that is still loaded, which
   * takes a third of the work. Not for tests of loading the console or of what a loaded page forgets.
   */
  keepingPages(): this {
    this.#keepsPages = true
    return this
  }

  /** Opens a separate browser session, signed in if a role is given, at a path of the console if one is given. */
  async visit(options: VisitOptions = {}): Promise<Visitor> {
    const { role, company = companies.acme, token: given, path, fresh = false, ...asked } = options
    const token = given ?? (role === undefined ? null : await inTime("signing in", this.server.enter(company, role)))
    const entersLoaded = this.#keepsPages && path !== undefined
    const opening = this.#stage.browsers.open(asked, token, { fresh, entersLoaded })
    const visitor = new Visitor(await inTime("opening a tab", opening), token)
    this.#visitors.add(visitor)
    if (path !== undefined) await inTime(`opening ${path}`, visitor.enters(path))
    return visitor
  }

  /**
   * The same, for a test that needs its visitors one after another: releases the earlier ones first, so that this one reuses a
   * browser context and tab instead of loading the console for the first time.
   */
  async nextVisit(options: VisitOptions): Promise<Visitor> {
    await Promise.all([...this.#visitors].map((visitor) => visitor.leave(this.#keepsPages)))
    return this.visit(options)
  }

  /**
   * Call after each test: releases all visitors, resets the proxy, and fails if a page reported an error the test didn't
   * expect.
   */
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
    await Promise.all([...this.#visitors].map((visitor) => visitor.leave(this.#keepsPages)))
    await this.#stage.leave()
    await this.server.close()
  }
}
