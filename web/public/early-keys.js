// Holds keys typed while the page has nothing for them: before the console has loaded, and while the user signs in or switches
// companies (web/keyboard/earlyKeys.ts takes them). Esc drops them. Of those with Ctrl or Meta, only Mod+K is held. Space and
// Backspace are held if they continue or correct what was typed.
window.lockdeskHoldKeys = (isMeant) => {
  let keys = []
  const listen = (event) => {
    if (event.altKey || event.isComposing || !isMeant(event)) return
    const withMod = event.ctrlKey || event.metaKey
    const isHeld = keys.length === 0 ? /^(?:\S|Enter)$/u : /^(?:.|Enter|Backspace)$/u
    if (event.key === "Escape") keys = []
    else if (withMod ? event.key === "k" : isHeld.test(event.key)) keys = [...keys, event]
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener("keydown", listen, { capture: true })
  return () => {
    removeEventListener("keydown", listen, { capture: true })
    return keys
  }
}
// Keys typed into a field are the field's.
window.lockdeskEarlyKeys = window.lockdeskHoldKeys(({ target }) => target === document.body)
