/**
 * The modules that define failures (`defineProblem`), one line each. `problemClasses.ts` is made from it; a test finds a failure
 * whose module is missing here.
 */
export * as activation from "#core/activation/ActivationErrors.ts"
export * as apiKeys from "#core/apikeys/ApiKeyErrors.ts"
export * as auth from "#core/auth/AuthErrors.ts"
export * as calls from "./ApiErrors.ts"
export * as drift from "#core/drift/DriftErrors.ts"
export * as facilities from "#core/facilities/FacilityErrors.ts"
export * as fms from "#core/fms/FmsErrors.ts"
export * as imports from "#core/imports/ImportErrors.ts"
export * as jobs from "#core/jobs/JobErrors.ts"
export * as lockChanges from "#core/locks/LockChangeErrors.ts"
export * as locks from "#core/locks/LockErrors.ts"
export * as mail from "#core/mail/MailErrors.ts"
export * as notices from "#core/notices/NoticeErrors.ts"
export * as returns from "#core/returns/ReturnErrors.ts"
export * as reveals from "#core/reveals/RevealErrors.ts"
export * as settings from "#core/settings/SettingsErrors.ts"
export * as support from "#core/support/TicketErrors.ts"
export * as transfers from "#core/transfers/TransferErrors.ts"
export * as units from "#core/units/UnitErrors.ts"
