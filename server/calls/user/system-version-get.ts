import packageFile from '../../../package.json' with { type: 'json' }
import { systemVersionGet as call } from '#contract/calls/user/system-version-get.ts'
import { requiredPluginVersions } from '#contract/limits.ts'
import { CONTRACT_VERSION } from '#contract/version.ts'
import { handler } from '../handler.ts'
import { helpersIn } from '../../http/helpers.ts'

export const systemVersionGet = handler(call, async (_input, { settings }) => ({
  version: packageFile.version,
  contractVersion: CONTRACT_VERSION,
  pluginVersion: requiredPluginVersions.other,
  pluginPort: settings.pluginPort,
  helpers: await helpersIn(settings.helpersFolder),
}))
