import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { deriveSpecs } from "#cli/commands/deriveSpecs.ts"
import { emailOf, password } from "../support/fixture.ts"
import { there } from "./support/place.ts"
import { file, sharePlace, user as here } from "./support/sharePlace.ts"
import { keys, TerminalRun } from "./support/terminal.ts"

/** How to run a command once with pipes and then once at a terminal, as a signed-in Super Admin. */
interface Trial {
  readonly args: ReadonlyArray<string>
  readonly stdin?: string
  /** What to type at the terminal, and after which text. */
  readonly typed?: ReadonlyArray<readonly [shown: string, typed: string]>
  /** The expected exit codes if the two differ on purpose. */
  readonly code?: { readonly piped: number; readonly terminal: number }
  /** What both print. By default, every line of the piped output must be on the terminal. */
  readonly says?: string
}

const trials: Readonly<Record<string, Trial>> = {
  "auth.login": {
    args: ["auth", "login", "--email", emailOf("acme", Role.id.SuperAdmin)],
    stdin: password,
    typed: [["Password", `${password}${keys.enter}`]],
    says: "Signed in to"
  },
  "outbox.list": { args: ["outbox", "ls"], says: "No messages." },
  "outbox.show": {
    args: ["outbox", "show", "999"],
    code: { piped: 6, terminal: 6 },
    says: "The outbox has no message 999."
  },
  "outbox.file": {
    args: ["outbox", "file", "999", "--output", "none.xlsx"],
    code: { piped: 6, terminal: 6 },
    says: "The outbox has no message 999."
  },
  "notices.list": { args: ["notices", "ls"], says: "No notices." },
  "notices.read": { args: ["notices", "read"], says: "0" },
  "notices.broadcast": {
    args: ["notices", "broadcast", "Hello", "--audience", "One user", "--yes"],
    code: { piped: 2, terminal: 2 },
    says: "Choose the user."
  },
  "support.ticket": {
    args: ["tickets", "create", "--subject", "Gate", "--category", "Lock Inquiry", "--description", "It stays shut."],
    says: "Support Ticket Created!"
  },
  "support.tickets": { args: ["tickets", "ls"], says: "super-admin@acme.example.com" },
  "support.ticketImage": {
    args: ["tickets", "image", "999", "1", "--output", "none.png"],
    code: { piped: 6, terminal: 6 },
    says: "There is no image 1 of a ticket 999."
  },
  "companies.show": { args: ["companies", "show", "acme"], says: "Premium" },
  "companies.create": {
    // The terminal run comes second, when the email is already in use.
    args: ["companies", "create", "Birch", "--owner-email", "o@birch.example.com", "--owner-first-name", "Bo"].concat(
      "--owner-last-name",
      "Birch"
    ),
    code: { piped: 0, terminal: 7 }
  },
  "companies.edit": { args: ["companies", "edit", "acme", "--max-locks", "250"], says: "250" },
  "companies.suspend": {
    args: ["companies", "suspend", "acme", "--yes"],
    code: { piped: 2, terminal: 2 },
    says: "You can't suspend your own company."
  },
  "companies.resume": { args: ["companies", "resume", "acme"], says: "Subscription" },
  "subdomains.list": { args: ["subdomains", "ls"], says: "No subdomains." },
  "subdomains.create": {
    args: ["subdomains", "create", "Maple", "maple", "--facilities", "Maple St"]
  },
  "subdomains.edit": { args: ["subdomains", "edit", "maple", "--name", "Maple West"], says: "Maple West" },
  "subdomains.logo": {
    args: ["subdomains", "logo", "maple", "none.png"],
    code: { piped: 2, terminal: 2 },
    says: "File not found."
  },
  "subdomains.portal": { args: ["subdomains", "portal", "maple"], says: "Maple West" },
  "locks.find": { args: ["locks", "find", "1000000"] },
  "locks.list": { args: ["locks", "ls", "--facility", "Maple St"] },
  "locks.show": { args: ["locks", "show", there.overlocked] },
  "locks.reveal": {
    args: ["locks", "reveal", there.overlocked],
    typed: [
      ["1 to 5", "1"],
      ["Hides in 29 s", "x"]
    ],
    // With pipes there is no screen to show it on.
    code: { piped: 2, terminal: 0 }
  },
  "locks.activate": {
    // The terminal run comes second, when the lock is already active there.
    args: ["locks", "activate", there.registered[0], "--facility", "Maple St"],
    says: "Maple St"
  },
  "locks.setStatus": { args: ["locks", "set-status", there.registered[0], "Lost"], says: "Lost" },
  "locks.setColor": { args: ["locks", "set-color", there.registered[0], "red"], says: "red" },
  "locks.setUnit": { args: ["locks", "set-unit", there.overlocked, "B-116"], says: "B-116" },
  "locks.setCode": {
    args: ["locks", "set-code", there.twins[0]],
    typed: [["Combination", `4711${keys.enter}`]],
    // The combination is prompted for without echo, and nothing is piped in.
    code: { piped: 2, terminal: 0 }
  },
  "locks.undoLast": {
    // The terminal run comes second and undoes a different change.
    args: ["locks", "undo", there.overlocked],
    says: `Serial Code  ${there.overlocked}`
  },
  "locks.transfer": {
    // The terminal run comes second, when the lock is already there.
    args: ["locks", "transfer", there.twins[1], "--facility", "Harbour Point"],
    says: "Harbour Point"
  },
  "locks.activateBatch": {
    args: ["locks", "activate-batch", "BOX-9", "--facility", "Maple St"],
    code: { piped: 6, terminal: 6 },
    says: "Batch BOX-9 has no locks that your company can activate."
  },
  "inventory.list": { args: ["inventory", "ls"], says: "No inventory locks." },
  "inventory.assign": {
    args: ["inventory", "assign", there.available, "--facility", "Maple St"],
    says: "No changes. The locks are already at this facility."
  },
  "returns.list": { args: ["returns", "ls", "--facility", "Maple St"], says: "No returned locks." },
  "returns.process": {
    args: ["returns", "process", "box.csv", "--recipient", "nobody@example.com"],
    code: { piped: 6, terminal: 6 },
    says: "No active user in your company matches"
  },
  "returns.history": { args: ["returns", "history", "--facility", "Maple St"], says: "No reports." },
  "returns.report": { args: ["returns", "show", "1"], code: { piped: 6, terminal: 6 }, says: "Report not found" },
  "returns.resend": {
    args: ["returns", "resend", "1", "--recipient", emailOf("acme", Role.id.Owner)],
    code: { piped: 6, terminal: 6 },
    says: "Report not found"
  },
  "jobs.list": { args: ["jobs", "ls"], says: "No jobs." },
  "jobs.show": { args: ["jobs", "show", "1"], code: { piped: 6, terminal: 6 }, says: "Job not found." },
  "jobs.resume": { args: ["jobs", "resume", "1"], code: { piped: 6, terminal: 6 }, says: "Job not found." },
  "jobs.cancel": { args: ["jobs", "cancel", "1"], code: { piped: 6, terminal: 6 }, says: "Job not found." },
  "jobs.undo": { args: ["jobs", "undo", "1"], code: { piped: 6, terminal: 6 }, says: "Job not found." },
  // fms.test.ts runs it against simulators in each format; there is nothing to test here.
  "fms.test": { args: ["fms", "test", "--all"], code: { piped: 2, terminal: 2 }, says: "FMS connection to test" },
  "fms.results": { args: ["fms", "results"], says: "No results." },
  // drift.test.ts runs it for real; there is no connection here.
  "fms.diff": { args: ["fms", "diff", "--all"], says: "No facilities have a connection that reports units." },
  // Run for real in fms.test.ts.
  "fms.simulate": {
    args: ["fms", "simulate", "nowhere"],
    code: { piped: 2, terminal: 2 },
    says: "There is no simulator for 'nowhere'."
  },
  "locks.log": { args: ["locks", "log", there.registered[0]] },
  "registry.import": { args: ["registry", "import", "box.csv"], says: "Unchanged" },
  "audit.list": { args: ["audit", "ls", "--action", "locks.activate"] },
  "audit.mine": { args: ["audit", "mine", "--limit", "1"], says: "CHANGE" },
  "audit.undo": { args: ["undo", "999999999"], code: { piped: 6, terminal: 6 }, says: "You made no change" },
  "audit.verify": { args: ["audit", "verify"], says: "Intact" },
  "audit.export": { args: ["audit", "export", "--format", "csv", "--json", "seq,action"], says: "seq,action" },
  "facilities.units": { args: ["facilities", "units", "Maple St"] },
  "facilities.list": { args: ["facilities", "ls"] },
  "facilities.show": { args: ["facilities", "show", "Maple St"] },
  "facilities.create": {
    args: ["facilities", "create", "Cedar Park", "--phone", "(555) 010-0200"]
  },
  "facilities.edit": { args: ["facilities", "edit", "Cedar Park", "--units", "12"], says: "Cedar Park" },
  "facilities.api": {
    args: ["facilities", "api", "Cedar Park", "exclude"],
    typed: [["Continue?", `yes${keys.enter}`]],
    code: { piped: 2, terminal: 0 },
    says: "Cedar Park will be excluded from the API."
  },
  // facilityImport.test.ts runs it for real.
  "facilities.import": {
    args: ["facilities", "import", "sites.csv"],
    typed: [["Continue?", `yes${keys.enter}`]],
    code: { piped: 2, terminal: 0 },
    says: "1 facility will be added."
  },
  "facilities.transfer": {
    args: ["facilities", "transfer", "Cedar Park", "admin@nobody.example.com"],
    typed: [["Continue?", `yes${keys.enter}`]],
    code: { piped: 2, terminal: 0 },
    says: "Cedar Park, with 0 locks, will be offered to admin@nobody.example.com"
  },
  "facilities.cancelTransfer": { args: ["facilities", "cancel-transfer", "Cedar Park"], says: "Cedar Park" },
  "facilities.acceptTransfer": {
    args: ["facilities", "accept", "--yes"],
    stdin: "x\n",
    typed: [["Transfer link", `x${keys.enter}`]],
    // Only an Admin or Owner can accept.
    code: { piped: 5, terminal: 5 },
    says: "Insufficient Permissions"
  },
  "facilities.remove": {
    args: ["facilities", "rm", "Cedar Park"],
    typed: [["Continue?", `yes${keys.enter}`]],
    code: { piped: 2, terminal: 0 },
    says: "Cedar Park will be deleted."
  },
  "automations.show": { args: ["automations", "show"], says: "Assigned Vacant (Don't Change)" },
  "automations.set": { args: ["automations", "set", "overlock", "Available"], says: "Available" },
  "apiKeys.create": { args: ["api-keys", "create", "Gate sync", "--all-facilities"], says: "Gate sync" },
  "apiKeys.list": { args: ["api-keys", "ls"], says: "Gate sync" },
  "apiKeys.edit": { args: ["api-keys", "edit", "1", "--facilities", "Maple St"], says: "Gate sync" },
  "apiKeys.show": { args: ["api-keys", "show", "1"], says: "ldk_live_" },
  "apiKeys.rotate": {
    args: ["api-keys", "rotate", "1"],
    typed: [["Continue?", `yes${keys.enter}`]],
    code: { piped: 2, terminal: 0 },
    says: "API key 1 (Gate sync) gets a new secret."
  },
  "apiKeys.showOnce": {
    args: ["api-keys", "show-once", "yes"],
    typed: [["Continue?", `yes${keys.enter}`]],
    code: { piped: 2, terminal: 0 },
    says: "Every kept secret will be deleted."
  },
  "apiKeys.revoke": {
    args: ["api-keys", "revoke", "1"],
    typed: [["Continue?", `yes${keys.enter}`]],
    code: { piped: 2, terminal: 0 },
    says: "API key 1 (Gate sync) will stop working right away"
  },
  "webhooks.add": {
    args: ["webhooks", "add", "https://hooks.example.com/lockdesk", "--events", "lock.changed"],
    says: "hooks.example.com"
  },
  "webhooks.list": { args: ["webhooks", "ls"], says: "hooks.example.com" },
  "webhooks.edit": {
    args: ["webhooks", "edit", "1", "--events", "lock.changed,job.done"],
    says: "lock.changed, job.done"
  },
  "webhooks.test": { args: ["webhooks", "test", "1"], says: "webhook.test" },
  "webhooks.tail": { args: ["webhooks", "tail", "1"], says: "webhook.test" },
  "webhooks.replay": { args: ["webhooks", "replay", "1"], says: "webhook.test" },
  "webhooks.rotate": {
    args: ["webhooks", "rotate", "1"],
    typed: [["Continue?", `yes${keys.enter}`]],
    code: { piped: 2, terminal: 0 },
    says: "Webhook 1 (https://hooks.example.com/lockdesk) gets a new secret."
  },
  "webhooks.remove": {
    args: ["webhooks", "rm", "1"],
    typed: [["Continue?", `yes${keys.enter}`]],
    code: { piped: 2, terminal: 0 },
    says: "Webhook 1 (https://hooks.example.com/lockdesk) and its messages will be removed."
  },
  "automations.unlockDelivered": {
    args: ["automations", "unlock-delivered", there.available, "--delivery", "m1"],
    says: there.available
  },
  "roles.show": { args: ["roles", "show", "Vendor"], says: "Facility Details" },
  "roles.diff": { args: ["roles", "diff"], says: "No differences." },
  "roles.set": { args: ["roles", "set", "Vendor", "Reports", "Read"], says: "Affects 1 person" },
  "roles.reset": { args: ["roles", "reset", "Vendor", "--yes"], says: "Affects 1 person" },
  "viewing.role": {
    args: ["view-as", "role", "Super Admin"],
    code: { piped: 6, terminal: 6 },
    says: "Your company has no such role or active user."
  },
  "viewing.person": {
    args: ["view-as", "person", "nobody@nowhere.example.com"],
    code: { piped: 6, terminal: 6 },
    says: "Your company has no such role or active user."
  },
  "viewing.end": { args: ["view-as", "end"], says: "nobody" },
  "settings.show": { args: ["settings", "show"], says: "web-timeout" },
  "settings.set": { args: ["settings", "set", "time-zone", "America/Denver"], says: "America/Denver" },
  "settings.logoutAll": { args: ["settings", "logout-all", "--yes"], says: "Sessions ended" },
  "companies.list": { args: ["companies", "ls"] },
  "companies.ofLock": { args: ["companies", "find", there.available] },
  "users.list": { args: ["users", "ls"] },
  "users.roles": { args: ["users", "roles"] },
  "users.add": {
    args: ["users", "add", "new@acme.example.com", "--first-name", "New", "--last-name", "Hire", "--role", "Personnel"]
    // The terminal run comes second, when they are already on the team.
  },
  "users.edit": { args: ["users", "edit", "new@acme.example.com", "--role", "Vendor"], says: "Vendor" },
  "users.invite": {
    args: ["users", "invite", "new@acme.example.com"],
    says: "Invitation for new@acme.example.com saved in the outbox."
  },
  "users.import": {
    args: ["users", "import", "team.csv"],
    typed: [["Continue?", `yes${keys.enter}`]],
    code: { piped: 2, terminal: 0 },
    says: "1 user will be added and invited."
  },
  "users.deactivate": {
    args: ["users", "deactivate", "New Hire"],
    typed: [["Continue?", `yes${keys.enter}`]],
    code: { piped: 2, terminal: 0 },
    says: "New Hire (new@acme.example.com) will be deactivated and signed out everywhere."
  },
  "users.activate": { args: ["users", "activate", "new@acme.example.com"], says: "new@acme.example.com" },
  "account.show": { args: ["account", "show"] },
  "account.name": {
    args: ["account", "name", "--first-name", "Super Admin", "--last-name", "acme"],
    says: "Unchanged: already set."
  },
  "account.email": {
    args: ["account", "email", "chief@acme.example.com"],
    stdin: password,
    typed: [["Current password", `${password}${keys.enter}`]],
    says: "Ask a Super Admin for the link that confirms chief@acme.example.com."
  },
  "account.password": {
    args: ["account", "password"],
    // The terminal run comes second and changes the password back.
    stdin: `${password}\nquiet-harbor-27\n`,
    typed: [
      ["Current password", `quiet-harbor-27${keys.enter}`],
      ["New password", `${password}${keys.enter}`],
      ["Confirm new password", `${password}${keys.enter}`]
    ],
    says: "Password updated"
  },
  "auth.whoami": { args: ["whoami"] },
  "auth.status": { args: ["auth", "status"] },
  "auth.token": { args: ["auth", "token"], code: { piped: 0, terminal: 2 } },
  "can-i": { args: ["can-i", "registry.import"] },
  "profile.add": { args: ["profile", "add", "work", "--host", "https://console.example.com"], says: "rofile work" },
  "profile.use": { args: ["profile", "use", "default"], says: "Profile default is in use." },
  "profile.ls": { args: ["profile", "ls"] },
  "config.set": { args: ["config", "set", "color", "never"], says: "color is now never." },
  "config.get": { args: ["config", "get", "color"] },
  "config.ls": { args: ["config", "ls"] },
  "profile.rm": {
    args: ["profile", "rm", "work"],
    typed: [["Continue?", `yes${keys.enter}`]],
    code: { piped: 2, terminal: 0 },
    says: "Profile work and its saved session will be removed."
  },
  doctor: { args: ["doctor"], says: "session" },
  completion: { args: ["completion", "bash"], says: "-F _lockdesk lockdesk" },
  // serve.test.ts runs it for real; this only checks an error both report alike.
  serve: {
    args: ["serve", "--demo", "--empty"],
    code: { piped: 2, terminal: 2 },
    says: "Use --demo or --empty, not both."
  },
  "auth.logout": { args: ["auth", "logout"], code: { piped: 0, terminal: 0 } }
}

describe("every command, piped and at a terminal", () => {
  sharePlace(Role.id.SuperAdmin)
  beforeAll(async () => {
    file("box.csv", "serial,code\n90000001,0042\n")
    file("team.csv", "Email,First,Last,Role\nann@acme.example.com,Ann,Ito,Vendor\n")
    file("sites.csv", "Name,Phone,Address\nLinden Yard,5550100200,1 Linden Yard\n")
  })

  it("is covered", () => {
    expect(Object.keys(trials).sort()).toEqual(
      deriveSpecs()
        .map((spec) => spec.id)
        .sort()
    )
  })

  it.each(Object.entries(trials))("%s", async (_, { args, stdin, typed = [], code, says }) => {
    const piped = await here.run(args, stdin === undefined ? {} : { stdin })
    expect(piped.code, piped.stderr).toBe(code?.piped ?? 0)
    expect(piped.stdout + piped.stderr).not.toContain("\u001b")

    const terminal = new TerminalRun(here, args, { COLUMNS: "1000" })
    for (const [shown, text] of typed) {
      await terminal.shows(shown)
      terminal.type(text)
    }
    expect(await terminal.ends(), terminal.screen.text).toBe(code?.terminal ?? code?.piped ?? 0)
    expect(terminal.screen.raw).not.toContain(password)

    if (says !== undefined) {
      expect(piped.stdout + piped.stderr).toContain(says)
      expect(terminal.screen.scrollback).toContain(says)
    } else if (code === undefined) {
      expect(piped.stdout).not.toBe("")
      expect(terminal.screen.scrollback.replaceAll("\n", "")).toContain(
        piped.stdout
          .split("\n")
          .map((line) => line.trimEnd())
          .join("")
      )
    }
  })
})
