// Buffers keys typed before the console has loaded, until web/app/earlyKeys.ts takes them. Ignores keys typed into a
// field.
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
