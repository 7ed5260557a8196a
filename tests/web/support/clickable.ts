import type { Page } from "playwright-core"
import { commandById } from "#core/commands/registry.ts"

/**
 * Clickable elements that name no existing command, by tag, role, or React onClick. Form fields and in-page anchors don't count
 * as actions.
 */
export const clickableWithoutCommand = async (page: Page): Promise<ReadonlyArray<string>> => {
  const found = await page.evaluate(() => {
    const listens = (element: Element): boolean =>
      Object.entries(element).some(
        ([key, props]) =>
          key.startsWith("__reactProps$") && typeof (props as { onClick?: unknown } | null)?.onClick === "function"
      )
    const roles = ["button", "menuitem", "menuitemradio", "menuitemcheckbox", "option", "tab", "link", "switch"]
    const isField = (element: Element): boolean => element.matches("input, select, textarea, label, option")
    // A list handles its rows' clicks, and a dialog (or its veil) the clicks outside that close it.
    const isFrame = (element: Element): boolean =>
      element.matches("dialog, .veil") ||
      (element.matches("[role=listbox], [role=menu], [role=grid], [role=rowgroup]") &&
        (element.childElementCount === 0 || element.querySelector("[data-command]") !== null))
    const isJump = (element: Element): boolean => element.getAttribute("href")?.startsWith("#") === true
    return [...document.querySelectorAll("body *")]
      .filter(
        (element) =>
          element.matches("button, a[href], summary") ||
          roles.includes(element.getAttribute("role") ?? "") ||
          listens(element)
      )
      .filter((element) => !isField(element) && !isJump(element) && !isFrame(element))
      .map((element) => ({
        command: element.getAttribute("data-command"),
        html: (element.cloneNode(false) as Element).outerHTML.slice(0, 200),
        text: element.textContent.slice(0, 60)
      }))
  })
  return found
    .filter(({ command }) => command === null || commandById(command) === undefined)
    .map(({ html, text }) => `${html} ${text}`)
}
