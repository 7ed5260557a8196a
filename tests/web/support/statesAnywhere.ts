import { Role } from "#core/auth/roles.ts"
import { at, dialog, loaded, palette, type Screen } from "./Screen.ts"
import type { Visitor } from "./Visitor.ts"

const { Admin, CallCenterAgent } = Role.id
const away = [/ERR_/, /Failed to load/, /WebSocket/i, /hub/i, /negotiat/i, /Can't reach the server/]

const support = async (visitor: Visitor): Promise<void> => {
  await loaded(visitor)
  await visitor.runs("Contact support")
  await dialog(visitor)
}

/** Dialogs over any screen, and error screens in place of one. */
export const statesAnywhere: ReadonlyArray<Screen> = [
  { name: "support", role: Admin, path: at("/dashboard"), show: support },
  {
    name: "support-wrong",
    role: Admin,
    path: at("/dashboard"),
    show: async (visitor) => {
      await support(visitor)
      await visitor.press("Control+Enter")
      await visitor.reads("Subject is required.")
    }
  },
  {
    name: "palette-none",
    role: CallCenterAgent,
    path: at("/dashboard"),
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.openPalette("zzzzqq")
      await visitor.page.locator(".palette-list:empty").waitFor({ state: "attached" })
    }
  },
  {
    name: "palette-actions",
    role: Admin,
    path: at("/dashboard"),
    show: async (visitor, { serial }) => {
      await loaded(visitor)
      await visitor.synced()
      await palette(visitor, `#${serial}`)
      await visitor.row(new RegExp(`${serial.slice(0, 4)}.?${serial.slice(4)}`)).waitFor()
      await visitor.press("ArrowRight")
      await visitor.row(/./).waitFor()
    }
  },
  {
    name: "palette-answer",
    role: Admin,
    path: at("/dashboard"),
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.runs("Show FMS test results")
      await visitor.page.locator(".palette-body > *").waitFor()
    }
  },
  {
    name: "palette-argument",
    role: Admin,
    path: at("/dashboard"),
    show: async (visitor) => {
      await palette(visitor, "> activate a lock")
      await visitor.press("Enter")
      await visitor.page.getByRole("combobox", { name: "Activate a lock: Serial Code" }).waitFor()
      await visitor.page.keyboard.type("123")
      await visitor.press("Enter")
      await visitor.reads("Serial Code must be 8 digits.")
    }
  },
  {
    name: "toasts",
    role: Admin,
    path: at("/dashboard"),
    widths: { from: 768, to: Infinity },
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.page.evaluate(() =>
        Object.defineProperty(navigator, "clipboard", {
          configurable: true,
          value: { writeText: () => Promise.resolve() }
        })
      )
      await visitor.does("company.copy").click()
      await visitor.page.locator(".toast").first().waitFor()
    }
  },
  {
    name: "idle",
    role: CallCenterAgent,
    path: at("/facilities"),
    show: async (visitor) => {
      visitor.expects(...away)
      // During installation, the fake clock reads 1970, so a page that starts its idle timer then would have been idle for too
      // long.
      await loaded(visitor)
      await visitor.context.clock.install()
      await visitor.page.reload()
      await loaded(visitor)
      const headers = { authorization: visitor.token ?? "" }
      const { data } = (await (await visitor.page.request.get("/api/auth/user", { headers })).json()) as {
        data: { clientTimeout: number }
      }
      await visitor.context.clock.fastForward(data.clientTimeout - 30_000)
      await visitor.does("session.stay").waitFor()
    }
  },
  {
    name: "server-away",
    role: Admin,
    path: at("/dashboard"),
    show: async (visitor) => {
      visitor.expects(...away)
      await loaded(visitor)
      await visitor.page.route("**/api/**", (route) => route.abort())
      await visitor.page.reload()
      await visitor.reads("Can't reach the server.")
    }
  },
  {
    name: "list-away",
    role: Admin,
    path: at("/dashboard"),
    show: async (visitor) => {
      visitor.expects(...away)
      await loaded(visitor)
      await visitor.synced()
      await visitor.page.route("**/api/facilities**", (route) => route.abort())
      await visitor.page.route("**/api/locks**", (route) => route.abort())
      await visitor.press("g", "l")
      await visitor.sees("Manage Locks")
      await visitor.page.locator(".loading, [aria-busy=true]").first().waitFor({ state: "hidden" })
    }
  },
  {
    name: "screen-broken",
    role: Admin,
    path: at("/dashboard"),
    show: async (visitor) => {
      visitor.expects(/broken code/)
      await loaded(visitor)
      const body = "throw new Error('broken code')"
      await visitor.page.route(/\/assets\/FacilitiesRoute-/, (route) =>
        route.fulfill({ contentType: "text/javascript", body })
      )
      await visitor.press("g", "f")
      await visitor.reads("Oops, something went wrong!")
    }
  }
]
