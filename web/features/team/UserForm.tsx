import { fieldLabels } from "#core/base/fieldLabels.ts"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { words } from "#core/api/problem.ts"
import { inviteUser } from "#core/commands/userCommands.ts"
import { routeOf } from "#core/navigation/routes.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import { userChanged } from "#core/team/UserErrors.ts"
import { nameLimit, userEditRefusal } from "#core/team/userRules.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { savingWords, tellNotYet } from "#web/app/tellNotYet.ts"
import { useAvailability, useCommands } from "#web/app/useCommands.ts"
import { ChangedMeanwhile } from "#web/ui/ChangedMeanwhile.tsx"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { CommandForm } from "#web/ui/CommandForm.tsx"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"
import { FormFoot } from "#web/ui/FormFoot.tsx"
import { LeaveGuard, progressLost } from "#web/ui/LeaveGuard.tsx"
import { ScanSafeField } from "#web/ui/ScanSafeField.tsx"
import { SelectField } from "#web/ui/SelectField.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"
import { FacilitiesPart } from "./FacilitiesPart.tsx"
import { rolesQuery } from "./userQueries.ts"
import { useUserForm } from "./useUserForm.ts"

/** Values of the Active/Inactive toggle (002 §4). */
const statuses = [
  ["true", "Active"],
  ["false", "Inactive"]
] as const

/** The form of a user; null adds one (002 §4). Disabled, with the reason, for users who can't change this one. */
export const UserForm = ({ user }: { readonly user: TeamUser | null }) => {
  const me = useSignedInUser()
  const navigate = useNavigate()
  const may = useAvailability(user === null ? "users.add" : "users.edit")
  const { data: roles } = useQuery(rolesQuery())
  const form = useUserForm(user)
  const { values, issues, change, leave } = form
  const [asking, setAsking] = useState(false)
  const refusal = user === null ? null : userEditRefusal(me, user)
  const locked = may.allowed ? (refusal === null ? null : words(refusal)) : may.words
  const closed = locked?.error ?? null
  const sending = form.saving || form.done
  const notYet =
    closed ?? (sending ? savingWords : form.dirty ? form.wrong : user === null ? form.wrong : "No changes to save.")

  useEffect(() => {
    if (form.done) void navigate({ href: routeOf("team.users").path })
  }, [form.done, navigate])
  const save = async (): Promise<void> => {
    if (notYet !== null) tellNotYet(notYet)
    else await form.save()
  }
  const invite = async (): Promise<void> => {
    if (user === null) return
    try {
      const resetLink = `${location.origin}/setpassword`
      const { message } = await run(inviteUser, { userID: user.userID, resetLink })
      toast("success", message ?? "Invitation sent")
    } catch (error) {
      tellFailure(error)
    }
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "form.submit": () => void save(),
      "userForm.cancel": () => (form.dirty ? setAsking(true) : toast("info", "No changes to cancel.")),
      "userForm.takeTheirs": form.reset,
      ...(user?.invited === true ? { "users.invite": () => void invite() } : {})
    }
  })
  const role = user === null || roles?.some(({ id }) => id === user.roleID) === true ? [] : [user]
  return (
    <>
      <LeaveGuard dirty={form.dirty && !form.done} />
      <CommandForm
        adds={user === null}
        className="card user-form"
        noValidate
        aria-label={user === null ? "Add User" : "Edit User"}
      >
        {locked === null ? null : (
          <p role="note" className="user-closed">
            {locked.error} {locked.next}
          </p>
        )}
        {form.changedMeanwhile === null ? null : (
          <ChangedMeanwhile happened={userChanged(form.changedMeanwhile).error} command="userForm.takeTheirs" />
        )}
        <SentFields sending={sending} className="user-fields">
          <fieldset className="user-status" disabled={closed !== null}>
            <legend>Status</legend>
            {statuses.map(([value, label]) => (
              <label key={value} className="check">
                <input
                  type="radio"
                  name="status"
                  value={value}
                  checked={values.status === value}
                  onChange={() => change({ status: value })}
                />
                {label}
              </label>
            ))}
            {user === null || user.inviteFailure === null ? null : (
              <p className="issue">The invitation wasn't delivered: {user.inviteFailure}</p>
            )}
            {user?.invited === true && user.status && closed === null ? (
              <CommandButton command="users.invite" given={{ input: { userID: user.userID } }}>
                Send the invitation again
              </CommandButton>
            ) : null}
          </fieldset>
          <ScanSafeField
            label={`${fieldLabels.firstName} *`}
            name="firstName"
            autoComplete="off"
            aria-required
            maxLength={nameLimit}
            disabled={closed !== null}
            value={values.firstName}
            onText={(firstName) => change({ firstName })}
            onBlur={() => leave("firstName")}
            issue={issues["firstName"]}
          />
          <ScanSafeField
            label={`${fieldLabels.lastName} *`}
            name="lastName"
            autoComplete="off"
            aria-required
            maxLength={nameLimit}
            disabled={closed !== null}
            value={values.lastName}
            onText={(lastName) => change({ lastName })}
            onBlur={() => leave("lastName")}
            issue={issues["lastName"]}
          />
          <ScanSafeField
            label={`${fieldLabels.email} *`}
            name="email"
            type="email"
            autoComplete="off"
            aria-required
            disabled={closed !== null}
            value={values.email}
            onText={(email) => change({ email })}
            onBlur={() => leave("email")}
            issue={issues["email"]}
          />
          <SelectField
            label={`${fieldLabels.role} *`}
            name="roleID"
            value={values.roleID}
            disabled={closed !== null}
            choices={[
              { value: 0, label: "Choose a role" },
              ...role.map(({ roleID, roleName }) => ({ value: roleID, label: roleName })),
              ...(roles ?? []).map(({ id, name }) => ({ value: id, label: name }))
            ]}
            onChoose={(roleID) => {
              change({ roleID })
              leave("roleID")
            }}
            issue={issues["roleID"]}
          />
          <FacilitiesPart form={form} closed={closed !== null} />
        </SentFields>
        <FormFoot
          state={sending ? savingWords : user === null ? "We invite them with a link to set their password." : ""}
          notYet={notYet}
        >
          <CommandButton command="userForm.cancel" notYet={form.dirty ? null : "No changes to cancel."} />
        </FormFoot>
      </CommandForm>
      {asking ? (
        <ConfirmDialog
          title={progressLost}
          onYes={() => {
            setAsking(false)
            form.reset()
          }}
          onNo={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}
