import { spawnSync } from 'node:child_process'
import ffmpegInstaller from '@ffmpeg-installer/ffmpeg'

let command: string | undefined

/** The ffmpeg of this machine, else the one that npm brought. */
export function ffmpegCommand(): string {
  command ??= spawnSync('ffmpeg', ['-version']).error ? ffmpegInstaller.path : 'ffmpeg'
  return command
}
