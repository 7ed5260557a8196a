import type { Problem } from "#core/api/problem.ts"

/** Every code `lockdesk` ends with, and what it says to a script. */
export const exitCodes = {
  /** Done; also when there was nothing to do. */
  done: 0,
  /** It was tried and failed. */
  failed: 1,
  /** The command line, a file or a value given is not of the form asked for; nothing was tried. */
  usage: 2,
  /** The person said no. */
  cancelled: 3,
  /** Nobody is signed in. */
  signedOut: 4,
  /** A permission or the company's plan does not reach. */
  denied: 5,
  notFound: 6,
  /** Conflicts with the current state, or a limit is reached. */
  conflict: 7,
  /** Some of many are done. */
  partly: 8,
  checksFailed: 9,
  /** The host, or something it stands on, cannot be reached. */
  network: 11,
  auditBroken: 12,
  /** Ctrl+C: 128 and the number of the signal. */
  interrupted: 130
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The exit code of every failure a call can answer with. */
export const exitOfProblem: { readonly [Tag in Problem["_tag"]]: ExitCode } = {
  SignedOut: exitCodes.signedOut,
  WrongCredentials: exitCodes.signedOut,
  LinkExpired: exitCodes.signedOut,
  AccessDenied: exitCodes.denied,
  RoleNotAllowed: exitCodes.denied,
  FeatureNotIncluded: exitCodes.denied,
  TooManyRequests: exitCodes.conflict,
  PasswordRefused: exitCodes.usage,
  Malformed: exitCodes.usage,
  NoSuchCall: exitCodes.failed,
  TooLarge: exitCodes.usage,
  UploadsBusy: exitCodes.conflict,
  WrongContentType: exitCodes.failed,
  Unavailable: exitCodes.network,
  ServerFault: exitCodes.failed,
  CompanyNotFound: exitCodes.notFound,
  FacilityNotFound: exitCodes.notFound,
  UnitsUnavailable: exitCodes.network,
  DriftNeedsUnits: exitCodes.conflict,
  FacilityRefused: exitCodes.usage,
  FacilityNameTaken: exitCodes.conflict,
  FmsFixed: exitCodes.conflict,
  FmsNotValidated: exitCodes.checksFailed,
  FacilityInUse: exitCodes.conflict,
  FacilityChangedMeanwhile: exitCodes.conflict,
  TransferNotFound: exitCodes.notFound,
  TransferExpired: exitCodes.conflict,
  TransferAlreadyAccepted: exitCodes.conflict,
  TransferNotYours: exitCodes.denied,
  TransferEmailInvalid: exitCodes.usage,
  TransferSameCompany: exitCodes.usage,
  LockNotFound: exitCodes.notFound,
  LockDetailDenied: exitCodes.denied,
  LogNotFound: exitCodes.notFound,
  SearchRefused: exitCodes.usage,
  RevealDenied: exitCodes.denied,
  RevealNotOffered: exitCodes.denied,
  ReasonRequired: exitCodes.usage,
  SerialNotFound: exitCodes.notFound,
  LockAlreadyActive: exitCodes.conflict,
  LockNotAvailable: exitCodes.conflict,
  LockLimitReached: exitCodes.conflict,
  LockChangedMeanwhile: exitCodes.conflict,
  LockInactive: exitCodes.conflict,
  StatusRefused: exitCodes.conflict,
  UnitRefused: exitCodes.conflict,
  TransferRefused: exitCodes.conflict,
  CombinationRefused: exitCodes.conflict,
  FmsRunNotFound: exitCodes.notFound,
  FmsNothingToTest: exitCodes.usage,
  UndoRefused: exitCodes.conflict,
  NoLockReturned: exitCodes.usage,
  RecipientMissing: exitCodes.usage,
  RecipientNotFound: exitCodes.notFound,
  ReturnsRefused: exitCodes.conflict,
  ReportNotFound: exitCodes.notFound,
  MailNotFound: exitCodes.notFound,
  BroadcastRefused: exitCodes.usage,
  TicketRefused: exitCodes.usage,
  TicketNotFound: exitCodes.notFound,
  AttachmentRefused: exitCodes.usage,
  JobNotFound: exitCodes.notFound,
  JobUnfinished: exitCodes.conflict,
  JobStateRefused: exitCodes.conflict,
  ImportFileRefused: exitCodes.usage,
  ImportMappingRefused: exitCodes.usage,
  ImportNotFound: exitCodes.notFound,
  ImportRowNotFound: exitCodes.notFound,
  ImportFmsFailed: exitCodes.failed,
  JobRowsRefused: exitCodes.usage
}
