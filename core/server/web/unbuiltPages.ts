import { createHash } from "node:crypto"

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:26rem;margin:15vh auto;padding:0 1rem}
label{display:block;margin:1rem 0 .25rem}
input,button{font:inherit;padding:.5rem;width:100%;box-sizing:border-box}
button{margin-top:1.5rem}
[role=alert]{color:light-dark(#a12d20,#ff9b8f);min-height:1.5em}`

/** The script of the password page: just enough to use a one-time link in a browser. */
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
  const response = await window.fetch("/api/auth/update-password-with-token", {
    method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify({ uid, password })
  }).catch(() => null)
  if (response === null) return say("The server didn't answer. Try again. If the link has expired, sign in with the new password.")
  const body = await response.json().catch(() => null)
  if (!response.ok || body === null) return say(body?.error ?? "Something between this browser and the server refused the request. Try again.")
  form.replaceWith("Your password is set. Sign in in the terminal with: lockdesk auth login")
  say("")
})`

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style><body><h1>${title}</h1>${body}</body></html>`

const passwordPage = page(
  "Set your password",
  `<form><label for="password">New password</label>
<input id="password" name="password" type="password" minlength="6" maxlength="40" required autocomplete="new-password" autofocus>
<label for="again">Confirm password</label>
<input id="again" name="again" type="password" required autocomplete="new-password">
<button>Submit</button></form><p role="alert"></p><script>${script}</script>`
)

const homePage = page(
  "Lockdesk",
  `<p>The console has not been built. Build it with <code>npm run build</code> and load this page again.</p>
<p>You can still use the terminal companion, <code>npx lockdesk</code>, and <a href="/api/docs">the API</a>.</p>`
)

const digest = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** The policy of these pages: only their own contents. */
export const unbuiltPolicy = `default-src 'none'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; style-src ${digest(style)}; script-src ${digest(script)}`

/**
 * The page at a path while the console is not built: build instructions, or for /setpassword a form for the first
 * administrator's one-time link.
 */
export const unbuiltPage = (path: string): { readonly status: 200 | 503; readonly text: string } =>
  path === "/setpassword" ? { status: 200, text: passwordPage } : { status: 503, text: homePage }
