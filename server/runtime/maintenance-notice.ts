import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { MaintenanceNotice } from '#contract/calls/log/maintenance-notice.ts'
import { timeMs } from '#contract/rules.ts'
import type { Context } from '../context.ts'
import { sha256 } from './secrets.ts'

const FILE = 'maintenance.json'
const ID_LENGTH = 16

const notice = z.object({
  startsAtMs: timeMs,
  endsAtMs: timeMs,
  text: z.object({ 'en-US': z.string(), 'zh-CN': z.string() }),
})

/** The notice that whoever runs the service has put into its folder as `maintenance.json`; null when there is none, it cannot be read, or it is over. */
export async function readNotice({ settings, log, now }: Pick<Context, 'settings' | 'log' | 'now'>): Promise<MaintenanceNotice | null> {
  const json = await readFile(join(settings.dataFolder, FILE), 'utf8').catch(() => undefined)
  if (json === undefined) return null
  try {
    const found = notice.parse(JSON.parse(json))
    return found.endsAtMs <= now() ? null : { noticeId: sha256(JSON.stringify(found)).slice(0, ID_LENGTH), ...found }
  } catch {
    log.warn(`${FILE} in the data folder cannot be read; it needs startsAtMs, endsAtMs and text in both languages`)
    return null
  }
}
