// Holds what is typed before the console is loaded; web/app/earlyKeys.ts takes it. Nothing typed into a field is held.
;(() => {
  const keys = []
  const listen = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.target !== document.body) return
    if (!/^\d$/.test(event.key) && event.key !== "Enter") return
    keys.push(event.key)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener("keydown", listen, { capture: true })
  window.lockdeskEarlyKeys = {
    take() {
      removeEventListener("keydown", listen, { capture: true })
      return keys
    }
  }
})()
