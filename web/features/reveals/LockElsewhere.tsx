import { useQuery } from "@tanstack/react-query"
import { mayActForOthers } from "#core/auth/actingRules.ts"
import { companyOfLockQuery } from "#web/app/companyQueries.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"

/**
 * For site-level roles: which company owns a lock that the current one doesn't, with a link to switch. Other users
 * see nothing.
 */
export const LockElsewhere = ({ serialCode }: { readonly serialCode: string }) => {
  const user = useSignedInUser()
  const { data } = useQuery({
    ...companyOfLockQuery(serialCode),
    enabled: mayActForOthers(user) && /^\d{8}$/.test(serialCode)
  })
  return (
    <div role="status">
      {data == null || data.companyID === user.companyID ? null : (
        <p className="reveal-elsewhere">
          This lock is at <strong>{data.companyName}</strong>.{" "}
          <CommandButton
            command="companies.actFor"
            look="primary"
            given={{ input: { companyID: data.companyID, serialCode } }}
          >
            Act for {data.companyName}
          </CommandButton>
        </p>
      )}
    </div>
  )
}
