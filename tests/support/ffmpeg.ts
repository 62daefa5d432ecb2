import { execFileSync, spawn } from 'node:child_process'
import { createRequire } from 'node:module'

/** An ffmpeg, the one on PATH before the one from npm, and how it calls the RTSP timeout (the old one from npm differs). */
export interface Ffmpeg {
  path: string
  rtspTimeoutOption: '-timeout' | '-stimeout'
}

const ON_PATH = 'ffmpeg'

export function findFfmpeg(): Ffmpeg {
  try {
    execFileSync(ON_PATH, ['-version'], { stdio: 'ignore' })
    return { path: ON_PATH, rtspTimeoutOption: '-timeout' }
  } catch {
    const installer: { path: string } = createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg')
    return { path: installer.path, rtspTimeoutOption: '-stimeout' }
  }
}

/** Runs ffmpeg to its end and resolves with what it wrote to stdout; rejects with its last words. */
export function runFfmpeg(ffmpeg: Ffmpeg, args: string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(ffmpeg.path, ['-hide_banner', '-loglevel', 'error', '-nostdin', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    let errors = ''
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk).slice(-2000)))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(Buffer.concat(chunks)) : reject(new Error(`ffmpeg ended with ${code}: ${errors}`))))
  })
}
