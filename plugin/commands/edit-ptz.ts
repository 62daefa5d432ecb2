import { pluginCodes } from '#contract/plugin/command-registry.ts'
import type { editPtz as command } from '#contract/plugin/commands/edit-ptz.ts'
import { ptzEdit } from '#contract/ptz.ts'
import { PluginFault } from '../plugin-fault.ts'
import { runOnDevice } from '../run-on-device.ts'
import type { Handler } from './handler.ts'

export const editPtz: Handler<typeof command> = async ({ session }, { sn, chlIndex, ...fields }) => {
  const edit = ptzEdit.safeParse(fields)
  if (!edit.success) throw new PluginFault(pluginCodes.badXml, 'The fields do not fit the edit.')
  await runOnDevice(session, sn, 'ptz-edit', { chlIndex, edit: edit.data })
  return {}
}
