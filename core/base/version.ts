import packageFile from "../../package.json" with { type: "json" }

/** The version of the server, the console and the terminal, which are released together. */
export const { version } = packageFile

/** The response header that names the server's version. */
export const versionHeader = "lockdesk-version"
