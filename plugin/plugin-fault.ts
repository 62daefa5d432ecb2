/** A command that cannot be done. `code` goes into its reply: one of `pluginCodes`, or of the service's errors when it is the service that refuses. */
export class PluginFault extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
