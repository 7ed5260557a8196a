/** The console has been left, for the sign-in or the old web app: nothing of it is to be shown. */
export class LeftConsole extends Error {}
