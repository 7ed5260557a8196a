import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { PageSettings } from "#core/base/pageSettings.ts"
import { otlpReceiver } from "../support/otlpReceiver.ts"
import { bin, built, errorOf, machine } from "./support/lockdesk.ts"
import { beyond, serving, withPostgres } from "./support/serving.ts"

describe("serve", () => {
  const here = machine("http://127.0.0.1:1")
  const data = mkdtempSync(join(tmpdir(), "lockdesk-serve-"))
  let database: Awaited<ReturnType<typeof withPostgres>>
  beforeAll(async () => {
    built()
    database = await withPostgres(here)
  })
  afterAll(async () => {
    await database.dispose()
    here.dispose()
    rmSync(data, { recursive: true, force: true })
  })

  const serve = (...args: ReadonlyArray<string>) => serving(database.place, bin, ...args)

  it("serves the demonstration from the built file on a new embedded database, reports that traces are refused, and shuts down cleanly", async () => {
    const folder = join(here.work, "data")
    const first = await serving(here, bin, "--data", folder, "--demo")
    expect(first.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(first.printed()).toContain("lockdesk-demo")
    const env = { LOCKDESK_HOST: first.address }
    const login = ["auth", "login", "--email", "admin@maple.example.com"]
    expect((await here.run(login, { env, stdin: "lockdesk-demo" })).code).toBe(0)
    const listed = await here.run(["locks", "ls", "--facility", "Maple St", "--limit", "1", "--json", "serialCode"], {
      env
    })
    expect(JSON.parse(listed.stdout)).toHaveLength(1)
    expect((await here.run(["locks", "ls", "--output", "locks.xlsx"], { env })).code).toBe(0)
    expect(first.printed()).not.toContain("DeprecationWarning")

    // One server per folder: the second one reports it, with any port, and the first one continues.
    const { port } = new URL(first.address)
    for (const [run, each] of [
      [here.runAlone, "0"],
      [here.run, port]
    ] as const) {
      const second = await run(["serve", "--port", each, "--data", folder])
      expect(second).toMatchObject({ code: 7, stdout: "" })
      expect(errorOf(second)["code"]).toBe("DataFolderInUse")
    }
    const other = join(here.work, "other")
    const taken = await here.run(["serve", "--data", other, "--port", port])
    expect([taken.code, errorOf(taken)["code"]]).toEqual([1, "CannotListen"])
    expect(errorOf(taken)["message"]).toMatch(/Stop what uses it, or choose another port\.$/)
    const elsewhere = await here.run(["serve", "--data", other, "--host", "192.0.2.1"])
    expect(errorOf(elsewhere)["message"]).toMatch(/with --host\.$/)
    const measured = await here.run([
      "serve",
      "--data",
      join(here.work, "measured"),
      "--port",
      "0",
      "--metrics-port",
      port
    ])
    expect([measured.code, errorOf(measured)["code"]]).toEqual([1, "CannotListen"])
    expect(measured.stderr).not.toContain("Listening")
    // Refused before the data is opened, which takes seconds.
    expect(existsSync(join(other, "database"))).toBe(false)

    expect(await first.stop("SIGTERM")).toEqual({ code: 0, stdout: `${first.address}\n` })
    for (const line of first
      .printed()
      .split("\n")
      .filter((each) => each.startsWith("{")))
      JSON.parse(line)

    // Existing data is not seeded again.
    const refusing = await otlpReceiver(404)
    onTestFinished(refusing.close)
    const again = await serving(here, bin, "--data", folder, "--demo", "--otlp", refusing.address)
    expect(again.printed()).not.toContain("lockdesk-demo")
    // Starting already makes more spans than wait for the next time to send.
    await expect.poll(again.printed, { timeout: 20_000 }).toMatch(/Failed to send traces.*The receiver returned 404/)
    expect(await again.stop("SIGINT")).toMatchObject({ code: 0 })
    expect(existsSync(join(folder, "database"))).toBe(true)

    const { place, dispose } = await withPostgres(here)
    onTestFinished(dispose)
    const moved = await serving(place, bin, "--data", folder, "--from-embedded")
    expect(moved.printed()).toMatch(/Copied \d+ rows from the embedded database in /)
    expect(await moved.stop("SIGTERM")).toMatchObject({ code: 0 })
    // A new embedded database takes 8 s of CPU time, and there are four starts.
  }, 120_000)

  it("puts the page settings of a file into the page in every encoding, and prints the first administrator's link for an empty database, until the password is set", async () => {
    const { place, dispose } = await withPostgres(here)
    onTestFinished(dispose)
    const data = ["--data", join(here.work, "empty")]
    const file = join(here.work, "page.json")
    const settings = {
      banner: 'Say "Maple" & <smile>',
      oldWebApp: "https://old.example.com",
      feedback: "mailto:help@example.com",
      scheduling: "https://call.example.com",
      sitelinkHelp: "",
      subdomainsVideo: "/static/subdomains.mp4",
      lockLinks: ["https://one.example.com/", "https://two.example.com/"],
      productLinks: ["https://products.example.com/"]
    }
    expect(Object.keys(settings)).toEqual(Object.keys(PageSettings.fields))
    // With a byte order mark, as some editors save it.
    writeFileSync(file, `\uFEFF${JSON.stringify(settings)}`)
    const first = await serving(place, bin, ...data, "--page-settings", file)
    const pages = await Promise.all(
      ["identity", "gzip", "br"].map(async (encoding) => {
        const response = await fetch(first.address, { headers: { "accept-encoding": encoding } })
        return [response.headers.get("content-encoding") ?? "identity", await response.text()] as const
      })
    )
    expect(first.printed()).toContain("To create the first administrator, start the server with --empty")
    expect(first.printed()).not.toContain(beyond)
    await first.stop("SIGTERM")
    const [, page = ""] = pages[0] ?? []
    expect(pages).toEqual(["identity", "gzip", "br"].map((encoding) => [encoding, page]))
    expect([...page.matchAll(/<meta name="lockdesk-([a-z-]+)" content="([^"]*)"/g)].map(([, ...set]) => set)).toEqual([
      ["banner", "Say &quot;Maple&quot; &amp; &lt;smile&gt;"],
      ["old-web-app", "https://old.example.com"],
      ["feedback", "mailto:help@example.com"],
      ["scheduling", "https://call.example.com"],
      ["sitelink-help", ""],
      ["subdomains-video", "/static/subdomains.mp4"],
      ["lock-links", "https://one.example.com/ https://two.example.com/"],
      ["product-links", "https://products.example.com/"]
    ])

    const links: Array<string> = []
    for (const [options, link] of [
      [["--public-address", "https://x.example.com/", "--email", "first@example.com"], "https://x\\.example\\.com"],
      [["--host", "localhost"], null]
    ] as const) {
      const server = await serving(place, bin, ...data, "--empty", ...options)
      const at = link ?? server.address
      const words = new RegExp(`To set the password of first@example\\.com.*(${at}/setpassword\\?uid=\\S+)`)
      links.push(words.exec(server.printed())?.[1] ?? "")
      expect(server.printed()).not.toMatch(/"uid"/)
      expect(await server.stop("SIGTERM")).toMatchObject({ code: 0 })
    }
    expect(links).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)])
    expect(links[0]).not.toBe(links[1])
  }, 120_000)

  it.each([
    ['{ "scheduling": "call us" }', "scheduling: Expected an http or https URL, or an empty text."],
    ['{ "lockLinks": ["https://one.example.com/", "two"] }', "lockLinks.1: Expected an http or https URL."],
    [
      '{ "subdomainsVideo": "//elsewhere.example.com/a.mp4" }',
      "subdomainsVideo: Expected an http or https URL, a path"
    ],
    ['{ "baner": "Hello" }', "baner"],
    ["{ banner }", "page.json: "],
    [null, "no such file"]
  ])("names what is wrong with the page settings %s", async (text, message) => {
    const file = join(here.work, "page.json")
    rmSync(file, { force: true })
    if (text !== null) writeFileSync(file, text)
    const refused = await here.run(["serve", "--port", "0", "--data", join(here.work, "none"), "--page-settings", file])
    expect(refused).toMatchObject({ code: 2, stdout: "" })
    expect(errorOf(refused)).toMatchObject({
      field: "pageSettings",
      message: expect.stringContaining(message),
      next: expect.stringContaining("It can set banner, oldWebApp, ")
    })
    expect(existsSync(join(here.work, "none"))).toBe(false)
  })

  it("applies its options for transfers, tickets, jobs and metrics", async () => {
    const traces = await otlpReceiver()
    onTestFinished(traces.close)
    const more = ["--transfer-days", "2", "--support-address", "help@maple.example.com", "--metrics-port", "0"]
    const first = await serve("--data", data, "--demo", "--otlp", traces.address, ...more)
    const metrics = /http:\/\/127\.0\.0\.1:\d+\/metrics/
    await expect.poll(first.printed).toMatch(metrics)
    const scraped = await fetch(metrics.exec(first.printed())?.[0] ?? "")
    expect(await scraped.text()).toContain("\nlockdesk_database_up 1\n")
    const env = { LOCKDESK_HOST: first.address }
    const json = async (...args: ReadonlyArray<string>): Promise<unknown> => {
      const { code, stdout, stderr } = await here.run([...args, "--json"], { env })
      expect([code, stderr]).toEqual([0, expect.any(String)])
      return JSON.parse(stdout)
    }
    const login = ["auth", "login", "--email", "admin@maple.example.com"]
    expect((await here.run(login, { env, stdin: "lockdesk-demo" })).code).toBe(0)
    const before = Date.now()
    const offered = await json("facilities", "transfer", "Maple St", "buyer@example.com", "--yes")
    const { expiresOn, link } = offered as { readonly expiresOn: string; readonly link: string }
    // Whoever opens it where they are signed in must be signed in there as well.
    expect(new URL(link).hostname).toBe(new URL(first.address).hostname)
    const expires = Date.parse(expiresOn) - before
    expect(Math.round(expires / 86_400_000)).toBe(2)
    const list = ["locks", "activate", "--file", "-", "--facility", "Maple St", "--yes"]
    await here.run(list, { env, stdin: "99999991\n99999992\n" })
    const jobs = (await json("jobs", "ls")) as ReadonlyArray<{ readonly state: string }>
    expect(jobs.filter(({ state }) => state === "done").length).toBeGreaterThan(0)
    await here.run(["auth", "login", "--email", "super@site.example.com"], { env, stdin: "lockdesk-demo" })
    await json("tickets", "create", "--subject", "Gate", "--category", "Other", "--description", "It squeaks")
    expect(JSON.stringify(await json("outbox", "ls"))).toContain('"help@maple.example.com"')
    await first.stop("SIGTERM")
    expect(traces.spans().map(({ name }) => name)).toContain("POST")

    const second = await serve("--data", data, "--keep-jobs", "0")
    env.LOCKDESK_HOST = second.address
    await here.run(login, { env, stdin: "lockdesk-demo" })
    await expect.poll(() => json("jobs", "ls"), { timeout: 20_000 }).toEqual([])
    await second.stop("SIGTERM")
    for (const args of [
      ["--support-address", "nobody"],
      ["--email", "nobody"],
      ["--transfer-days", "0"],
      ["--keep-jobs", "-1"],
      ["--keep-unbegun-jobs", "0"],
      ["--otlp", "collector"],
      ["--from-embedded"]
    ]) {
      const refused = await here.run(["serve", "--port", "0", "--data", data, ...args])
      expect([args[0], refused.code]).toEqual([args[0], 2])
    }
    const { stdout: help } = await here.run(["serve", "--help"])
    for (const words of [
      "--support-address",
      "--transfer-days",
      "--keep-jobs",
      "--keep-unbegun-jobs",
      "(default: 180)"
    ]) {
      expect(help).toContain(words)
    }
  }, 120_000)

  it.each([
    ["--public-address", "foo", "publicAddress"],
    ["--public-address", "javascript:alert(1)", "publicAddress"],
    ["--public-address", "https://", "publicAddress"],
    ["--public-address", "https:console.example.com", "publicAddress"],
    ["--public-address", "ftp://console.example.com", "publicAddress"],
    ["--store", "foo", "store"],
    ["--store", "data:text/html,x", "store"]
  ])("refuses %s %s, with an example", async (option, value, field) => {
    const refused = await here.run(["serve", "--port", "0", "--data", join(here.work, "no-data"), option, value])
    expect([refused.code, refused.stdout, errorOf(refused)]).toMatchObject([
      2,
      "",
      {
        field,
        message: `${option} is not an http or https URL.`,
        next: expect.stringMatching(/^Give it a URL such as https:\/\/\w+\.example\.com\.$/)
      }
    ])
    expect(existsSync(join(here.work, "no-data"))).toBe(false)
  })

  it.each(["https://x.example.com/desk", "https://x.example.com?a", "https://mia@x.example.com"])(
    "refuses the public address %s, below which the console would not work",
    async (address) => {
      const refused = await here.run([
        "serve",
        "--port",
        "0",
        "--data",
        join(here.work, "no-data"),
        "--public-address",
        address
      ])
      expect([refused.code, errorOf(refused)]).toMatchObject([
        2,
        { field: "publicAddress", message: expect.stringContaining("without a path") }
      ])
      expect(existsSync(join(here.work, "no-data"))).toBe(false)
    }
  )

  it("shuts down cleanly if a Ctrl+C arrives twice: from the terminal, and passed on by npm", async () => {
    const server = await serve("--data", data)
    const ended = server.stop("SIGINT")
    // Another signal for the second: two of the same kind can arrive as one.
    void server.stop("SIGTERM")
    void server.stop("SIGINT")
    expect(await ended).toMatchObject({ code: 0 })
  })

  it("names what is wrong with the database, and never its password", async () => {
    const url = new URL(database.place.env["DATABASE_URL"] ?? "")
    const changed = (change: Partial<Pick<URL, "pathname" | "password" | "port" | "hostname">>) =>
      Object.assign(new URL(url), change).href
    for (const [DATABASE_URL, reason] of [
      [changed({ pathname: "/nowhere" }), 'database "nowhere" does not exist'],
      [changed({ password: "wrong-word" }), "password authentication failed"],
      [changed({ hostname: "localhost", port: "1" }), "ECONNREFUSED"],
      ["mysql://mia@db.example.com/lockdesk", 'protocol: "mysql:"']
    ] as const) {
      const refused = await here.run(["serve", "--port", "0", "--data", join(here.work, "none")], {
        env: { DATABASE_URL }
      })
      expect([refused.code, errorOf(refused)]).toMatchObject([
        1,
        {
          message: expect.stringMatching(new RegExp(`^Can't use the database: .*${reason}`)),
          next: expect.stringContaining("DATABASE_URL")
        }
      ])
      expect(refused.stderr).not.toContain("wrong-word")
    }
  })

  it("refuses invalid options", async () => {
    const port = await here.run(["serve", "--port", "70000"])
    expect([port.code, errorOf(port)["field"]]).toEqual([2, "port"])
    const inFile = join(here.work, "a-file")
    writeFileSync(inFile, "")
    const folder = await here.runAlone(["serve", "--port", "0", "--data", join(inFile, "data")])
    expect(folder).toMatchObject({ code: 1, stdout: "" })
    expect(errorOf(folder)["code"]).toBe("EmbeddedDatabaseFailed")
    const mail = { LOCKDESK_SMTP_URL: "smtp://mia:hidden-word@mail.example.com:587" }
    const nobody = await here.run(["serve", "--port", "0", "--data", join(here.work, "mail")], { env: mail })
    expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining("LOCKDESK_MAIL_FROM")])
    const unknown = await here.run(["serve", "--port", "0", "--data", join(here.work, "mail")], {
      env: { LOCKDESK_SMTP_URL: "mail.example.com", LOCKDESK_MAIL_FROM: "a@example.com" }
    })
    expect([unknown.code, errorOf(unknown)["code"]]).toEqual([1, "MailSettingsRefused"])
    const unencoded = await here.run(["serve", "--port", "0", "--data", join(here.work, "mail")], {
      env: { LOCKDESK_SMTP_URL: "smtp://mia:hidden-word%@mail.example.com", LOCKDESK_MAIL_FROM: "a@example.com" }
    })
    expect(errorOf(unencoded)).toMatchObject({
      code: "MailSettingsRefused",
      message: expect.stringContaining("percent-encoded")
    })
    expect(existsSync(join(here.work, "mail"))).toBe(false)
    expect(nobody.stderr + unknown.stderr + unencoded.stderr).not.toContain("hidden-word")
  })
})
