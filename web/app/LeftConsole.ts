/**
 * Thrown once the user is leaving for the sign-in screen or the old web app, so that nothing more of the console is
 * rendered.
 */
export class LeftConsole extends Error {}
