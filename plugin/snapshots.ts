import type { Stats } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '#contract/limits.ts'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import type { ReplyOf } from '#contract/plugin/define-command.ts'
import type { snap } from '#contract/plugin/commands/snap.ts'
import { dayjs } from '#shared/time/calendar.ts'
import { safeName } from './downloads/file-names.ts'
import { newestPicture } from './newest-picture.ts'
import { PluginFault } from './plugin-fault.ts'
import type { TabWindow } from './tab-window.ts'

/** The pictures that people have taken of windows: JPEG files in one folder, the last 5. */
export class Snapshots {
  readonly #folder: string
  /** One at a time: it takes a process each, and clearing the folder is no work for two. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Writes the newest picture of the window, under this name for its channel if there is one. Throws `PluginFault` 501, 502 or 503. */
  take(window: TabWindow, name?: string): Promise<ReplyOf<typeof snap>> {
    const taking = this.#last.then(() => this.#take(window, name))
    this.#last = taking.catch(() => undefined)
    return taking
  }

  async #take(window: TabWindow, name?: string): Promise<ReplyOf<typeof snap>> {
    const pictures = window.pictures()
    if (pictures === undefined) throw new PluginFault(pluginCodes.pictureFailed, 'The window has no picture yet.')
    const jpeg = await newestPicture(pictures.codec, pictures.units)
    const createTime = Date.now()
    const fileName = `${name === undefined ? `${window.sn}-${window.chlIndex + 1}` : safeName(name)}-${nameOfTime(createTime)}.jpg`
    const filePath = join(this.#folder, fileName)
    await writing(async () => {
      await mkdir(this.#folder, { recursive: true })
      await writeFile(filePath, jpeg)
      await this.#keepLast(fileName)
    })
    if ((await statOf(filePath)) === undefined) throw new PluginFault(pluginCodes.fileMissing, `The picture ${filePath} is gone.`)
    return { fileName, filePath, createTime }
  }

  /** The one just written stays even when the clock was set back since the others were. */
  async #keepLast(newest: string): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.jpg') && name !== newest)
    const files = await Promise.all(names.map(async (name) => ({ name, timeMs: (await statOf(join(this.#folder, name)))?.mtimeMs ?? 0 })))
    files.sort((one, other) => other.timeMs - one.timeMs)
    for (const { name } of files.slice(limits.keptSnapshots - 1)) await rm(join(this.#folder, name), { force: true })
  }
}

/** `undefined` when there is no such file, as when a person has just deleted it. */
function statOf(path: string): Promise<Stats | undefined> {
  return stat(path).catch(() => undefined)
}

async function writing(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new PluginFault(pluginCodes.writeDenied, `The picture could not be written: ${reason}`)
  }
}

/** `20251121-060907-123`, local time: it is for the person who looks into the folder. */
function nameOfTime(timeMs: number): string {
  return dayjs(timeMs).format('YYYYMMDD-HHmmss-SSS')
}
