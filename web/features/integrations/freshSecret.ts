/** The secret of a key that was just created here, until its screen takes it. In memory, and once. */
let fresh: { readonly id: number; readonly secret: string } | null = null

export const keepFreshSecret = (id: number, secret: string): void => {
  fresh = { id, secret }
}

/** The secret of a key that was just created, or null; a second time there is none. */
export const takeFreshSecret = (id: number): string | null => {
  const secret = fresh?.id === id ? fresh.secret : null
  if (secret !== null) fresh = null
  return secret
}
