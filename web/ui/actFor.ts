import type { CompanyId } from "#core/base/ids.ts"
import { homePath } from "#core/navigation/routes.ts"
import { goTo } from "#web/app/address.ts"
import { withCompany } from "#web/app/companyAddress.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { session } from "#web/app/Session.ts"
import { switchCompany } from "#web/app/switchCompany.ts"
import { mayLoseTyped } from "#web/app/unsaved.ts"
import { holdKeys } from "#web/keyboard/earlyKeys.ts"

/**
 * Acts for the company the user chose; null for their own. Opens its dashboard, unless they already act for it or
 * decide to keep unsaved changes. Runs the keys typed meanwhile there, or in what `opened` opens there.
 */
export const actFor = async (
  companyID: CompanyId | null,
  path: string = homePath,
  opened?: () => void
): Promise<void> => {
  const { user } = session
  if (user === null) return
  if ((companyID ?? user.ownCompanyID) === user.companyID) {
    toast("info", `You're already acting for ${user.companyName}.`)
    return opened?.()
  }
  if (!(await mayLoseTyped())) return
  // They are meant for the new company, not for the previous one's screen.
  const held = holdKeys()
  const switched = await switchCompany(companyID).catch((error: unknown) => {
    tellFailure(error)
    return false
  })
  if (!switched) return held.drop()
  goTo(withCompany(path))
  await held.release(opened)
}
