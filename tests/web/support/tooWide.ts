import type { Page } from "playwright-core"

/**
 * What doesn't fit on the current page, one line each: a page or scroll container whose content is wider than it; text cut off
 * without an ellipsis or overflowing its box; a popover or dialog outside the window. Intended horizontal scrolling is marked
 * with `data-sideways`.
 */
export const tooWide = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const root = document.documentElement
    const shownText = (element: Element): string => element.textContent.replace(/\s+/g, " ").trim().slice(0, 60)
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.className} "${shownText(element)}"`
    const isSeen = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect()
      if (width <= 1 || height <= 1 || getComputedStyle(element).clipPath !== "none") return false
      return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    }
    /** The deepest descendant that reaches beyond an element. */
    const culprit = (element: Element): string => {
      const edge = element.getBoundingClientRect().left + element.clientLeft + element.clientWidth + 0.5
      const beyond = [...element.querySelectorAll("*")].filter(
        (part) =>
          part.getBoundingClientRect().right > edge && part.closest("[data-sideways] *") === null && isSeen(part)
      )
      const deepest = beyond.find((part) => !beyond.some((other) => other !== part && part.contains(other)))
      return deepest === undefined ? "" : `, by ${nameOf(deepest)}`
    }
    const hasOwnText = (element: Element): boolean =>
      [...element.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim() !== "")
    /** How far visible text reaches beyond an element's box. */
    const textBeyond = (element: Element): number => {
      const { right, bottom } = element.getBoundingClientRect()
      const range = document.createRange()
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      let most = 0
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const parent = text.parentElement
        const sideways = parent?.closest("[data-sideways]")
        if (parent === null || text.textContent?.trim() === "" || !isSeen(parent)) continue
        if (sideways != null && sideways !== element && element.contains(sideways)) continue
        range.selectNodeContents(text)
        const box = range.getBoundingClientRect()
        most = Math.max(most, box.right - right, hasOwnText(element) ? box.bottom - bottom : 0)
      }
      return most
    }
    const faultOf = (element: HTMLElement): string | null => {
      const wide = element.scrollWidth - element.clientWidth
      const high = element.scrollHeight - element.clientHeight
      if (element.offsetParent === null || element.matches("[role=menu], [role=listbox], [role=dialog]")) {
        const { left, right } = element.getBoundingClientRect()
        if (
          (left < -0.5 || right > root.clientWidth + 0.5) &&
          getComputedStyle(element).position === "fixed" &&
          isSeen(element)
        )
          return `beyond the window: ${nameOf(element)}`
      }
      if (wide < 1 && (high < 4 || !hasOwnText(element))) return null
      // A form field scrolls its text.
      if (element.clientWidth <= 1 || element.matches("[data-sideways], input, textarea, select, svg")) return null
      const { display, overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element)
      if (!isSeen(element)) return null
      if (overflowX === "auto" || overflowX === "scroll")
        return wide < 1 ? null : `scrolls sideways by ${wide} px: ${nameOf(element)}${culprit(element)}`
      const cut = overflowX !== "visible"
      if (cut && textOverflow === "ellipsis" && !/flex|grid/.test(display)) return null
      if (cut && webkitLineClamp !== "none") return null
      if (!cut && !hasOwnText(element)) return null
      if (overflowY === "auto" || overflowY === "scroll") return null
      const beyond = textBeyond(element)
      return beyond < 4
        ? null
        : `text ${cut ? "cut off" : "out of its box"} by ${Math.round(beyond)} px: ${nameOf(element)}`
    }

    const faults = [...document.querySelectorAll<HTMLElement>("body, body *")].flatMap((element) =>
      element instanceof HTMLElement ? (faultOf(element) ?? []) : []
    )
    const page = root.scrollWidth - root.clientWidth
    return [...(page > 0 ? [`the page scrolls sideways by ${page} px${culprit(root)}`] : []), ...faults].slice(0, 8)
  })
