import { execFile } from 'node:child_process'
import { findFfmpeg } from '../ffmpeg.ts'

const WITHIN_MS = 10 * 60_000
/** AVI has no place for the parameters that MP4 keeps apart: they go in front of each key frame. */
const BY_CODEC = ['h264_mp4toannexb', 'hevc_mp4toannexb']

/**
 * Writes the video of an MP4 file as AVI, picture by picture as it is. False when it cannot be: no ffmpeg on this machine, no video that
 * AVI takes, or called off.
 */
export async function writeAvi(from: string, to: string, signal: AbortSignal): Promise<boolean> {
  const ffmpeg = findFfmpeg(process.env.PATH ?? '')
  if (ffmpeg === undefined) return false
  for (const filter of BY_CODEC) if (await remux(ffmpeg, { from, to, filter }, signal)) return true
  return false
}

function remux(ffmpeg: string, { from, to, filter }: { from: string; to: string; filter: string }, signal: AbortSignal): Promise<boolean> {
  const reading = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file', '-f', 'mp4', '-i', `file:${from}`]
  const writing = ['-map', '0:v:0', '-c', 'copy', '-bsf:v', filter, '-f', 'avi', `file:${to}`]
  return new Promise((resolve) => {
    execFile(ffmpeg, [...reading, ...writing], { timeout: WITHIN_MS, killSignal: 'SIGKILL', signal }, (error) => resolve(error === null))
  })
}
