// Buffers keys typed before the console has loaded, until web/keyboard/earlyKeys.ts takes them. Esc drops them. Ignores keys
// typed into a field.
;(() => {
  let keys = []
  const listen = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.target !== document.body) return
    if (event.key === "Escape") keys = []
    else if (/^\S$/u.test(event.key) || event.key === "Enter") keys.push(event)
    else return
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
