let saved = false

/** Goes back because a form was saved. Unlike the browser's Back it leaves the palette open. */
export const goBackAfterSave = (history: { readonly back: () => void }): void => {
  saved = true
  history.back()
}

/** Whether the next navigation is that. */
export const takeSaved = (): boolean => {
  const was = saved
  saved = false
  return was
}
