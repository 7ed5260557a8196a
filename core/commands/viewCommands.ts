import { Schema } from "effect"
import { FacilityId, LockId } from "#core/base/ids.ts"
import { revealReasons } from "#core/reveals/revealReasons.ts"
import { listViewCommands } from "./listViewCommands.ts"
import { passed, view } from "./view.ts"

const anywhere = [
  view({
    id: "palette.open",
    input: { typed: passed(Schema.String) },
    title: "Open the palette",
    section: "View",
    keys: ["mod+k"],
    keywords: ["search"]
  }),
  view({
    id: "keys.show",
    title: "Show the keys",
    section: "View",
    keys: ["?"],
    keywords: ["cheat sheet", "shortcuts"]
  }),
  view({
    id: "keys.remap",
    input: { id: passed(Schema.String) },
    title: "Change the keys",
    section: "View",
    keywords: ["remap", "shortcuts", "single letters"]
  }),
  view({
    id: "keys.letters",
    title: "Switch single-letter keys on or off",
    section: "View",
    keywords: ["shortcuts", "accessibility", "speech"]
  }),
  view({
    id: "keys.reset",
    input: { id: passed(Schema.String) },
    title: "Reset shortcut",
    section: "View",
    keywords: ["shortcuts", "default"]
  }),
  view({
    id: "keys.resetAll",
    title: "Reset all shortcuts",
    section: "View",
    keywords: ["default"]
  }),
  view({
    id: "notices.open",
    title: "Open the notices",
    section: "View",
    keys: ["n"],
    keywords: ["inbox", "messages"]
  }),
  view({ id: "layer.close", title: "Close", section: "View", keys: ["escape"], keywords: ["cancel"] }),
  view({ id: "form.submit", title: "Submit", section: "View", keys: ["mod+enter"], keywords: ["send", "save"] }),
  view({
    id: "form.removeFacility",
    input: { facilityID: passed(FacilityId) },
    title: "Remove the facility",
    section: "View",
    clicked: true
  }),
  view({ id: "menu.open", title: "Open the menu", section: "View", keywords: ["navigation"] }),
  view({ id: "profile.open", title: "Open the profile menu", section: "View", keywords: ["account"] }),
  view({ id: "theme.light", title: "Light theme", section: "View", keywords: ["light mode", "colors", "appearance"] }),
  view({
    id: "theme.dark",
    title: "Dark theme",
    section: "View",
    keywords: ["dark mode", "colors", "appearance", "night"]
  }),
  view({ id: "theme.system", title: "Use the system theme", section: "View", keywords: ["colors", "appearance"] }),
  view({
    id: "notices.dismiss",
    input: { id: passed(Schema.Number) },
    title: "Dismiss the notice",
    section: "View",
    keywords: ["toast", "close"]
  }),
  view({ id: "notices.clear", title: "Clear the notices", section: "View", keywords: ["inbox", "messages"] }),
  view({ id: "account.open", title: "Manage Account", section: "Session", keywords: ["profile", "password", "name"] }),
  view({ id: "session.stay", title: "Stay signed in", section: "Session", keywords: ["timeout"] }),
  view({ id: "auth.showSignIn", title: "Log In", section: "Session", keywords: ["sign in"] }),
  view({ id: "auth.showSignUp", title: "Sign Up", section: "Session", keywords: ["create account"] }),
  view({ id: "auth.showForgotten", title: "Forgot password?", section: "Session", keywords: ["reset password"] }),
  view({ id: "main.focus", title: "Skip to the content", section: "View", keywords: ["main"] }),
  view({ id: "page.reload", title: "Reload", section: "View", keywords: ["retry", "again"] }),
  view({ id: "feedback.report", title: "Report feedback", section: "View", keywords: ["support", "error", "bug"] }),
  view({
    id: "support.detach",
    input: { at: passed(Schema.Number) },
    title: "Remove an image from the request",
    section: "Support",
    keywords: ["attachment"],
    clicked: true
  }),
  view({ id: "company.copy", title: "Copy the Company ID", section: "View", keywords: ["clipboard"] }),
  view({ id: "store.open", title: "Open the store", section: "View", keywords: ["shop", "buy"], call: "auth.store" }),
  view({ id: "locks.pull", title: "Reload the lock list", section: "View", keywords: ["sync", "refresh", "reconnect"] })
] as const

const palette = [
  view({ id: "palette.choose", title: "Run the row", section: "Palette", scope: "palette", keys: ["enter"] }),
  view({ id: "palette.narrow", title: "Narrow the palette to the row", section: "Palette", scope: "palette" }),
  view({
    id: "palette.reveal",
    title: "Reveal the row's lock",
    section: "Palette",
    scope: "palette",
    keys: ["mod+enter"]
  }),
  view({
    id: "palette.actions",
    title: "Other actions of the row",
    section: "Palette",
    scope: "palette",
    keys: ["arrowright", "mod+."]
  }),
  view({ id: "palette.copyLink", title: "Copy the row's link", section: "Palette", scope: "palette", keys: ["mod+c"] }),
  view({
    id: "palette.copyLine",
    title: "Copy as CLI command",
    section: "Palette",
    scope: "palette",
    keys: ["mod+shift+c"]
  })
] as const

const reveal = [
  ...revealReasons.map((reason, at) =>
    view({
      id: `reveal.reason${at + 1}` as `reveal.reason${1 | 2 | 3 | 4 | 5}`,
      input: { choose: passed(Schema.Boolean) },
      title: `Reason: ${reason}`,
      section: "Locks",
      scope: "reveal",
      keys: [String(at + 1)]
    })
  ),
  view({ id: "reveal.copy", title: "Copy the combination", section: "Locks", scope: "reveal", keys: ["y"] }),
  view({ id: "reveal.mask", title: "Mask the combination", section: "Locks", scope: "reveal", keys: ["escape"] })
] as const

/** Commands of the returns screen, including keys 1 to 4 in its list (PRODUCT, Keys). */
const returns = [
  view({
    id: "returns.markAvailable",
    input: { lockID: passed(LockId) },
    title: "Returned lock: Available",
    section: "Locks",
    scope: "lists",
    keys: ["1"],
    call: "returns.process"
  }),
  view({
    id: "returns.markLost",
    input: { lockID: passed(LockId) },
    title: "Returned lock: Lost",
    section: "Locks",
    scope: "lists",
    keys: ["2"],
    call: "returns.process"
  }),
  view({
    id: "returns.markTenantUsing",
    input: { lockID: passed(LockId) },
    title: "Returned lock: Tenant Using",
    section: "Locks",
    scope: "lists",
    keys: ["3"],
    call: "returns.process"
  }),
  view({
    id: "returns.markDamaged",
    input: { lockID: passed(LockId) },
    title: "Returned lock: Damaged",
    section: "Locks",
    scope: "lists",
    keys: ["4"],
    call: "returns.process"
  }),
  view({
    id: "returns.recipient",
    title: "Choose who gets the report of returned locks",
    section: "Locks",
    scope: "lists",
    keys: ["t"],
    keywords: ["recipient", "user"]
  }),
  view({
    id: "returns.send",
    title: "Process & Send",
    section: "Locks",
    scope: "lists",
    keys: ["mod+enter"],
    keywords: ["returned", "report"],
    call: "returns.process"
  })
] as const

/** Bulk changes, and the scanner. */
const many = [
  view({
    id: "bulk.activate",
    title: "Activate the batch of this page",
    section: "Locks",
    keywords: ["box", "shipment"],
    call: "jobs.bulkActivate"
  }),
  view({ id: "bulk.support", title: "Contact Support", section: "Locks", keywords: ["help", "ticket"] }),
  view({
    id: "bulk.sendTicket",
    title: "Send the support request",
    section: "Locks",
    keywords: ["help", "ticket"],
    call: "support.bulkActivationTicket"
  }),
  view({ id: "bulk.result", title: "Back to the result", section: "Locks", keywords: ["cancel"] }),
  view({ id: "bulk.planList", title: "Plan this list", section: "Jobs", keywords: ["dry run", "check"] }),
  view({
    id: "jobs.failedRows",
    title: "Download the failed rows",
    section: "Jobs",
    keywords: ["csv", "errors", "export"],
    call: "jobs.failedCsv"
  }),
  view({
    id: "scan.start",
    title: "Scan QR Code",
    section: "Locks",
    keywords: ["camera", "barcode"],
    call: "locks.search"
  }),
  view({ id: "scan.look", title: "Look up what was read", section: "Locks", keywords: ["serial", "reader", "paste"] }),
  view({ id: "scan.goOn", title: "Keep scanning", section: "Locks", keywords: ["dismiss"] })
] as const

export const viewCommands = [...anywhere, ...listViewCommands, ...palette, ...reveal, ...returns, ...many] as const
