import type { LogoFault } from "#core/subdomains/SubdomainErrors.ts"

/** The thread's reply: the PNG, why there is none, or that the image library is not installed. */
export type LogoAnswer = { readonly png: Uint8Array } | { readonly refused: LogoFault } | { readonly absent: true }
