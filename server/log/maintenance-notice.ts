import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { timeMs } from '#contract/rules.ts'
import type { Context } from '../context.ts'

const FILE = 'maintenance.json'

const notice = z.object({
  startsAtMs: timeMs,
  endsAtMs: timeMs,
  text: z.object({ 'en-US': z.string(), 'zh-CN': z.string() }),
})

/** The notice that whoever runs the service has put into its folder as `maintenance.json`; undefined when there is none, or it cannot be read. */
export async function readNotice({ settings, log }: Pick<Context, 'settings' | 'log'>): Promise<z.output<typeof notice> | undefined> {
  const text = await readFile(join(settings.dataFolder, FILE), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return notice.parse(JSON.parse(text))
  } catch {
    log.warn(`${FILE} in the data folder cannot be read; it needs startsAtMs, endsAtMs and text in both languages`)
    return undefined
  }
}
