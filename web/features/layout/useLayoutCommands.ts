import type { Handler } from "#web/app/CommandCenter.ts"
import type { CommandId } from "#core/commands/registry.ts"
import { copyText } from "#web/app/copyText.ts"
import { tellFailure } from "#web/app/failures.ts"
import { reportFeedback } from "#web/app/feedback.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { signOut } from "#web/app/signOut.ts"
import { openStore } from "#web/app/store.ts"
import { chooseTheme } from "#web/app/theme.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { companyIdShown } from "#core/auth/companyIdShown.ts"

/** Commands available on every screen of a session, besides those of the palette and the keys. */
export const useLayoutCommands = (open: { readonly inbox: () => void; readonly menu: () => void }): void => {
  const user = useSignedInUser()
  const handlers: Partial<Readonly<Record<CommandId, Handler>>> = {
    "notices.open": open.inbox,
    "menu.open": open.menu,
    "theme.light": () => chooseTheme("light"),
    "theme.dark": () => chooseTheme("dark"),
    "theme.system": () => chooseTheme("system"),
    "company.copy": () => void copyText(String(companyIdShown(user)), "Copy sucessfully"),
    "store.open": () => void openStore().catch(tellFailure),
    "auth.logout": () => void signOut(true),
    "main.focus": () => document.getElementById("main")?.focus(),
    "page.reload": () => location.reload(),
    "feedback.report": () => void reportFeedback("Feedback")
  }
  useCommands({ scope: "anywhere", handlers })
}
