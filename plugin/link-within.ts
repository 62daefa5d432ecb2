import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { PluginFault } from './plugin-fault.ts'

/** The whole address of a link on the service. Throws `PluginFault` 403 when it leads elsewhere. */
export function linkWithin(origin: string, link: string): string {
  const url = URL.canParse(link, origin) ? new URL(link, origin) : undefined
  if (url?.origin !== origin) throw new PluginFault(pluginCodes.refused, 'The link does not lead to the service.')
  return url.href
}
