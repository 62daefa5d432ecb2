import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './root.ts'

const SENTENCE = 'Sightline brings its own FFmpeg and never starts one of the system.'

/**
 * Puts programs with the names of FFmpeg's that fail with 127 in front of all others on the PATH of `env`. What passes with them
 * passes on a machine that has none.
 */
export function hideFfmpeg(env: Record<string, string | undefined>): void {
  const folder = join(root, '.build', 'no-ffmpeg')
  mkdirSync(folder, { recursive: true })
  for (const name of ['ffmpeg', 'ffprobe']) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${SENTENCE}" >&2\nexit 127\n`)
    chmodSync(join(folder, name), 0o755)
    writeFileSync(join(folder, `${name}.cmd`), `@echo ${SENTENCE} 1>&2\r\n@exit /b 127\r\n`)
  }
  env['PATH'] = `${folder}${delimiter}${env['PATH'] ?? ''}`
}
