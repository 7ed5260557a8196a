/** The form of the user's name. If its input outlived a session, the dialog opens again. */
export const nameForm = "account name"
