/**
 * What each subject provides to the server, one line each; `app.ts` and `main.ts` combine them. A `subject.ts` exports some of:
 *
 * - `calls`: the handlers of its calls
 * - `services`: its services, with their dependencies except the common ones (`main.ts`): data, hub, notices, FMS, lock changes
 * - `standing`: services that run from the start until after the last response, and need only data
 * - `routes`: routes outside the contract
 */
export * as account from "./account/subject.ts"
export * as acting from "./acting/subject.ts"
export * as activation from "./activation/subject.ts"
export * as apikeys from "./apikeys/subject.ts"
export * as audit from "./audit/subject.ts"
export * as auth from "./auth/subject.ts"
export * as automations from "./automations/subject.ts"
export * as drift from "./drift/subject.ts"
export * as exports from "./exports/subject.ts"
export * as facilities from "./facilities/subject.ts"
export * as fms from "./fms/subject.ts"
export * as imports from "./imports/subject.ts"
export * as inventory from "./inventory/subject.ts"
export * as jobs from "./jobs/subject.ts"
export * as lockCalls from "./lockCalls/subject.ts"
export * as locks from "./locks/subject.ts"
export * as mail from "./mail/subject.ts"
export * as notices from "./notices/subject.ts"
export * as registry from "./registry/subject.ts"
export * as returns from "./returns/subject.ts"
export * as reveals from "./reveals/subject.ts"
export * as roles from "./roles/subject.ts"
export * as settings from "./settings/subject.ts"
export * as subdomains from "./subdomains/subject.ts"
export * as support from "./support/subject.ts"
export * as team from "./team/subject.ts"
export * as transfers from "./transfers/subject.ts"
export * as units from "./units/subject.ts"
export * as webhooks from "./webhooks/subject.ts"
export * as viewing from "./viewing/subject.ts"
