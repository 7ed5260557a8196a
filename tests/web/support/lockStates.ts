import { clickFacility } from "./chooseFacility.ts"
import { Role } from "#core/auth/roles.ts"
import { at, dialog, loaded, rowsThere, type Screen, type ScreenFacts } from "./Screen.ts"
import type { Visitor } from "./Visitor.ts"

const { Admin, CallCenterAgent, RestrictedPersonnel } = Role.id
const locks = at("/locks/manage_locks")
const main = ({ page }: Visitor) => page.getByRole("main")
const facility = (visitor: Visitor) => main(visitor).getByRole("combobox", { name: "Facility", exact: true })

/** Changes a lock's color outside the page, as another user would. */
const recolor = async ({ page, token }: Visitor, lockID: number): Promise<void> => {
  const headers = { authorization: token ?? "" }
  const { data } = (await (await page.request.get(`/api/locks/${lockID}`, { headers })).json()) as {
    data: { color: number }
  }
  const color = data.color === -65536 ? -16776961 : -65536
  await page.request.put("/api/locks/update-lock", { headers, data: { lockID, color } })
}

const report = async (visitor: Visitor): Promise<void> => {
  await rowsThere(visitor)
  await visitor.press("j", "1", "Enter")
  await visitor.page.getByRole("combobox", { name: "Recipient" }).click()
  await visitor.page.locator("[role=listbox] [role=option]").first().click()
  await visitor.does("returns.send").click()
  await visitor.reads("Sent successfully")
  await visitor.page.getByLabel("Report", { exact: true }).selectOption({ label: "Lock Return History" })
  await visitor.does("returns.resend").waitFor()
}

const unsaved = async (visitor: Visitor): Promise<void> => {
  await loaded(visitor)
  await main(visitor).getByLabel("Unit", { exact: true }).fill("Z-99")
  await visitor.heading("Details").click()
}

const job = (which: "plannedJob" | "doneJob") => (facts: ScreenFacts) => `/jobs/${facts[which]}`
const overlocked = ({ lockID }: ScreenFacts) => `/locks/${lockID}`

/** Steps, dialogs and states of the screens for locks, returns and jobs. */
export const lockStates: ReadonlyArray<Screen> = [
  {
    name: "locks-selected",
    role: Admin,
    path: locks,
    show: async (visitor) => {
      await rowsThere(visitor)
      await visitor.press("j", "x", "j", "j", "x")
      await visitor.reads("2 selected")
    }
  },
  {
    name: "locks-none",
    role: Admin,
    path: at("/locks/manage_locks?search=zzzz"),
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.reads("No data")
    }
  },
  {
    name: "locks-peek",
    role: Admin,
    path: locks,
    show: async (visitor) => {
      await rowsThere(visitor)
      await visitor.press("j", " ")
      await dialog(visitor)
    }
  },
  {
    name: "locks-menu",
    role: Admin,
    path: locks,
    show: async (visitor) => {
      await rowsThere(visitor)
      await visitor.press("j", ".")
      await visitor.page.getByRole("menuitem").first().waitFor()
    }
  },
  {
    name: "locks-filter",
    role: Admin,
    path: locks,
    widths: { from: 768, to: Infinity },
    show: async (visitor) => {
      await rowsThere(visitor)
      await visitor.page.getByRole("button", { name: "Filter Status" }).click()
      await dialog(visitor)
    }
  },
  {
    name: "locks-view",
    role: Admin,
    path: locks,
    show: async (visitor) => {
      await rowsThere(visitor)
      await visitor.runs("choose the columns")
      await dialog(visitor)
    }
  },
  {
    name: "locks-loading",
    role: Admin,
    path: locks,
    show: async ({ page }) => {
      await page.route("**/api/locks**", () => undefined)
      // Otherwise the list that the browser keeps may be shown.
      await page.addInitScript(() => {
        const open = () => {
          throw new DOMException("blocked", "SecurityError")
        }
        Object.defineProperty(globalThis, "indexedDB", { value: { open } })
      })
      await page.reload()
      await page.getByRole("main").getByText("Loading…").waitFor()
    }
  },
  {
    name: "locks-exporting",
    role: Admin,
    path: locks,
    show: async (visitor) => {
      await rowsThere(visitor)
      await visitor.page.route("**/api/locks/export**", () => undefined)
      await visitor.press("Shift+E")
      await visitor.page.getByRole("region", { name: "Export" }).waitFor()
    }
  },
  {
    name: "locks-printed",
    role: Admin,
    path: locks,
    onPaper: true,
    widths: { from: 768, to: Infinity },
    show: async (visitor) => {
      await rowsThere(visitor)
      // Stubs the browser's print dialog.
      await visitor.page.evaluate(() => Object.assign(window, { print: () => undefined }))
      await visitor.press("j", "x", "j", "x", "Shift+P")
      await visitor.page.locator(".print-sheet").waitFor({ state: "attached" })
      await visitor.page.emulateMedia({ media: "print" })
    }
  },
  {
    name: "lock-unsaved",
    role: Admin,
    path: overlocked,
    show: async (visitor) => {
      await unsaved(visitor)
      await visitor.press("g", "d")
      await dialog(visitor)
    }
  },
  {
    name: "lock-wrong",
    role: Admin,
    path: overlocked,
    show: async (visitor) => {
      await unsaved(visitor)
      await main(visitor).getByLabel("Unit", { exact: true }).fill("")
      await visitor.does("lock.save").click()
      await visitor.reads("Unit is required for this status.")
    }
  },
  {
    name: "lock-changed",
    role: Admin,
    path: overlocked,
    show: async (visitor, { lockID }) => {
      await unsaved(visitor)
      await recolor(visitor, lockID)
      await visitor.does("lock.keepMine").waitFor()
    }
  },
  {
    name: "lock-transfer",
    role: Admin,
    path: ({ lockID }) => `/locks/${lockID}?transfer=1`,
    show: async (visitor) => {
      await loaded(visitor)
      await clickFacility(facility(visitor))
      await visitor.reads("Saving moves this lock out of")
    }
  },
  {
    name: "lock-code",
    role: Admin,
    path: overlocked,
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.does("locks.setCode").click()
      await dialog(visitor)
    }
  },
  {
    name: "returns-marked",
    role: Admin,
    path: ({ returnsID }) => `/locks/process_returned?facilityID=${returnsID}`,
    show: async (visitor) => {
      await rowsThere(visitor)
      await visitor.press("j", "1", "Enter", "2", "Enter")
      await visitor.reads("1 Available")
    }
  },
  {
    name: "returns-report",
    role: Admin,
    path: ({ returnsID }) => `/locks/process_returned?facilityID=${returnsID}`,
    show: report
  },
  {
    name: "activate-done",
    role: Admin,
    path: at("/locks/activate_locks"),
    show: async (visitor, { fresh }) => {
      await loaded(visitor)
      await clickFacility(facility(visitor))
      await visitor.press(...(fresh.shift() ?? ""), "Enter")
      await visitor.page.locator("[data-state=activated]").waitFor()
    }
  },
  {
    name: "bulk-activation-result",
    role: Admin,
    path: at("/bulk_activate/BOX-101"),
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.page.getByRole("switch", { name: "Activate and add to inventory" }).check()
      await visitor.does("bulk.activate").click()
      await visitor.reads(/No Locks Found|Activation Completed|activated|failed to activate/)
    }
  },
  {
    name: "bulk-activation-support",
    role: Admin,
    path: at("/bulk_activate/BOX-404"),
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.page.getByRole("switch", { name: "Activate and add to inventory" }).check()
      await visitor.does("bulk.activate").click()
      await visitor.does("bulk.support").click()
      await visitor.does("bulk.sendTicket").waitFor()
    }
  },
  {
    name: "lock-list-filled",
    role: Admin,
    path: at("/locks/bulk"),
    show: async (visitor, { serial }) => {
      await loaded(visitor)
      await clickFacility(main(visitor).getByRole("combobox", { name: "Facility", exact: true }))
      await main(visitor).getByRole("textbox", { name: "Locks" }).fill(`${serial}\n77777777\n12`)
      await visitor.reads("3 rows")
    }
  },
  { name: "job-planned", role: Admin, path: job("plannedJob"), show: rowsThere },
  { name: "job-done", role: Admin, path: job("doneJob"), show: rowsThere },
  {
    name: "job-row",
    role: Admin,
    path: job("plannedJob"),
    show: async (visitor) => {
      await rowsThere(visitor)
      await visitor.page.getByRole("row").last().click()
      await dialog(visitor)
    }
  },
  {
    name: "job-cancel",
    role: Admin,
    path: job("plannedJob"),
    show: async (visitor) => {
      await rowsThere(visitor)
      await visitor.does("jobs.cancel").click()
      await dialog(visitor)
    }
  },
  { name: "job-not-there", role: Admin, path: at("/jobs/99999999"), show: loaded },
  {
    name: "scan-not-found",
    role: Admin,
    path: at("/locks/scan"),
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.page.getByLabel("Serial code or link").fill("77777777")
      await visitor.press("Enter")
      await dialog(visitor)
    }
  },
  {
    name: "scan-refused",
    role: Admin,
    path: at("/locks/scan"),
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.does("scan.start").click()
      await visitor.page.getByRole("alert").first().waitFor()
    }
  },
  {
    name: "reveal-masked",
    role: CallCenterAgent,
    path: at("/dashboard"),
    show: async (visitor, { serial }) => {
      await loaded(visitor)
      await visitor.press(...serial, "Enter", "2")
      await visitor.does("reveal.mask").click()
      await visitor.does("reveal.mask").waitFor({ state: "hidden" })
    }
  },
  {
    name: "reveal-denied",
    role: RestrictedPersonnel,
    path: at("/dashboard"),
    show: async (visitor, { serial }) => {
      visitor.expects(/403/)
      await loaded(visitor)
      await visitor.press(...serial, "Enter")
      await visitor.reads("You do not have permissions to see lock codes.")
    }
  },
  {
    name: "reveal-unknown",
    role: CallCenterAgent,
    path: at("/dashboard"),
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.press(..."77777777", "Enter")
      await dialog(visitor)
      await visitor.page.locator(".reveal input").waitFor()
    }
  }
]
