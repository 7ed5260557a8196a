import type { LogoFault } from "#core/subdomains/SubdomainErrors.ts"

/** What the thread answers: the PNG it made, why it made none, or that what reads images is not installed. */
export type LogoAnswer = { readonly png: Uint8Array } | { readonly refused: LogoFault } | { readonly absent: true }
