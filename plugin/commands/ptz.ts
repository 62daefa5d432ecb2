import type * as z from 'zod/mini'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import type { ptz as command } from '#contract/plugin/commands/ptz.ts'
import { ptzAct, ptzLimits, ptzRenewal } from '#contract/ptz.ts'
import { PluginFault } from '../plugin-fault.ts'
import { runOnDevice } from '../run-on-device.ts'
import type { Handler } from './handler.ts'

export const ptz: Handler<typeof command> = async ({ session }, { sn, chlIndex, pan, tilt, zoom, focus, iris, ...fields }) => {
  const asked = { speed: ptzLimits.speed.usual, ...fields, motion: { pan, tilt, zoom, focus, iris } }
  const { index, ...status } =
    fields.act === 'renew'
      ? await runOnDevice(session, sn, 'ptz-renew', { chlIndex, renewal: read(ptzRenewal, asked) })
      : await runOnDevice(session, sn, 'ptz-act', { chlIndex, act: read(ptzAct, asked) })
  return index === null ? status : { ...status, index }
}

function read<Schema extends z.ZodMiniType>(schema: Schema, asked: unknown): z.output<Schema> {
  const parsed = schema.safeParse(asked)
  if (!parsed.success) throw new PluginFault(pluginCodes.badXml, 'The fields do not fit the act.')
  return parsed.data
}
