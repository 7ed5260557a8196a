import { createHash } from "node:crypto"

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:26rem;margin:15vh auto;padding:0 1rem}
label{display:block;margin:1rem 0 .25rem}
input,button{font:inherit;padding:.5rem;width:100%;box-sizing:border-box}
button{margin-top:1.5rem}
[role=alert]{color:light-dark(#a12d20,#ff9b8f);min-height:1.5em}`

/** The password page: enough to follow a one-time address in a browser, and nothing more. */
const script = `
const uid = new URLSearchParams(location.search).get("uid")
history.replaceState(null, "", location.pathname)
const say = (text) => { document.querySelector("[role=alert]").textContent = text }
const form = document.querySelector("form")
if (!uid) { say("Your link has expired."); form.querySelector("button").disabled = true }
form.addEventListener("submit", async (event) => {
  event.preventDefault()
  const { password, again } = Object.fromEntries(new FormData(form))
  if (password !== again) return say("Passwords must match.")
  const response = await fetch("/api/auth/update-password-with-token", {
    method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify({ uid, password })
  }).catch(() => null)
  if (response === null) return say("The server did not answer. Nothing was changed; try again.")
  const body = await response.json()
  if (!response.ok) return say(body.error)
  form.replaceWith("Your password is set. Sign in in the terminal with: lockdesk auth login")
  say("")
})`

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style><body><h1>${title}</h1>${body}</body></html>`

export const passwordPage = page(
  "Set your password",
  `<form><label for="password">New password</label>
<input id="password" name="password" type="password" minlength="6" maxlength="40" required autocomplete="new-password" autofocus>
<label for="again">Confirm password</label>
<input id="again" name="again" type="password" required autocomplete="new-password">
<button>Submit</button></form><p role="alert"></p><script>${script}</script>`
)

export const homePage = page(
  "Lockdesk",
  `<p>This server answers the calls of Lockdesk. The terminal companion is <code>npx lockdesk</code>.</p>
<p><a href="/api/docs">The calls</a> · <a href="/healthz">Health</a></p>`
)

const digest = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** What these pages may load: themselves. */
export const pagePolicy = `default-src 'none'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; style-src ${digest(style)}; script-src ${digest(script)}`
