import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { codecEnvironment, type CodecJob, type CodecPart, codecPartHead, CodecPartReader } from '#contract/codec-api.ts'

const PROGRAM = fileURLToPath(new URL('../../../device/codec/main.ts', import.meta.url))

/**
 * Has a codec's process do a job beside everything else on this machine: parts go in as it takes them and come out as they are asked for, so that
 * few are in memory. Throws when the process fails, and with the signal's reason. It has ended when the last part has come, or nobody asks any more.
 */
export async function* runCodecAside(job: CodecJob, parts: AsyncIterable<CodecPart>, signal: AbortSignal): AsyncGenerator<CodecPart> {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(job)], {
    env: codecEnvironment(process.env),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop)
  const ended = new Promise<string>((resolve) => {
    let words = ''
    child.stderr.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-200)))
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, killedBy) => resolve(code === 0 ? '' : `ended with ${code ?? killedBy}: ${words.trim()}`))
  })
  // Live video comes first. Where a system does not let it be told so, it is done all the same.
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  } catch {}
  child.stdin.on('error', () => {})
  const closed = once(child, 'close').catch(() => {})
  const fed = feed(child.stdin, parts, closed).catch((fault: unknown) => {
    stop()
    throw fault
  })
  // It is looked at when all that came out has been taken.
  fed.catch(() => {})
  try {
    let out: CodecPart[] = []
    const reader = new CodecPartReader((part) => out.push(part))
    for await (const bytes of child.stdout as AsyncIterable<Buffer>) {
      reader.push(bytes)
      yield* out
      out = []
    }
    const words = await ended
    signal.throwIfAborted()
    await fed
    if (words !== '') throw new Error(`The codec ${words}`)
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

async function feed(stdin: NodeJS.WritableStream, parts: AsyncIterable<CodecPart>, closed: Promise<unknown>): Promise<void> {
  for await (const part of parts) {
    if (!stdin.writable) return
    stdin.write(codecPartHead(part))
    // Whoever has died drains nothing.
    if (!stdin.write(part.data)) await Promise.race([new Promise((resolve) => stdin.once('drain', resolve)), closed])
  }
  stdin.end()
}
