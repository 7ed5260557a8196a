// Replaces a blank page with the reason: the browser is too old for the console, or the console failed before its first screen.
// This file uses nothing newer than 2018, so that old browsers run it.
{
  const root = document.getElementById("root")
  const show = (title, words) => {
    const heading = document.createElement("h1")
    heading.textContent = title
    const text = document.createElement("p")
    text.textContent = words
    const message = document.createElement("main")
    message.setAttribute("role", "alert")
    message.style.cssText = "max-width: 34em; margin: 15vh auto; padding: 0 24px"
    message.append(heading, text)
    root.textContent = ""
    root.append(message)
  }

  // The newest features that the console needs. A browser with these has the older ones too. README.md says which browsers have them.
  const hasAll = "groupBy" in Map && "any" in (window.AbortSignal || {}) && "checkVisibility" in root
  if (hasAll) {
    const failed = ({ target, error, reason }) => {
      const isConsole = target instanceof HTMLScriptElement && target.type === "module"
      // Once a screen is shown, the console reports its failures itself. Its first screen replaces this message.
      if (root.childElementCount > 0 || !(isConsole || error || reason)) return
      show(
        "Lockdesk couldn't start",
        "Check your connection and reload the page. If that doesn't help, tell your administrator."
      )
    }
    addEventListener("error", failed, { capture: true })
    addEventListener("unhandledrejection", failed)
  } else {
    show(
      "This browser is too old for Lockdesk",
      "Update it, or use a current version of Chrome, Edge, Firefox or Safari."
    )
    // The console needs this element to start.
    root.removeAttribute("id")
  }
}
