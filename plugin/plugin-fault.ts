import type { pluginCodes } from '#contract/plugin/command-registry.ts'

/** A command that cannot be done; the code goes into its reply. */
export class PluginFault extends Error {
  readonly code: (typeof pluginCodes)[keyof typeof pluginCodes]

  constructor(code: (typeof pluginCodes)[keyof typeof pluginCodes], message: string) {
    super(message)
    this.code = code
  }
}
