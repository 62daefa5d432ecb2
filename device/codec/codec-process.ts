import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { codecEnvironment, type CodecJob, type CodecPart, codecPartHead, CodecPartReader } from '#contract/codec-api.ts'

const PROGRAM = fileURLToPath(new URL('./main.ts', import.meta.url))

interface CodecEvents {
  onPart(part: CodecPart): void
  /** Once, when the process has ended by itself or could not begin, with its last words. */
  onEnd(message: string): void
}

/** A process that decodes or encodes, and ends with whoever has started it. */
export class CodecProcess {
  readonly #child: ChildProcess
  #isClosed = false
  #words = ''

  constructor(job: CodecJob, { onPart, onEnd }: CodecEvents) {
    this.#child = spawn(process.execPath, [PROGRAM, JSON.stringify(job)], {
      env: codecEnvironment(process.env),
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const reader = new CodecPartReader((part) => this.#isClosed || onPart(part))
    this.#child.stdout?.on('data', (bytes: Buffer) => {
      try {
        reader.push(bytes)
      } catch {
        this.kill()
      }
    })
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.#words = (this.#words + chunk.toString()).slice(-200)))
    // Whatever goes wrong, `close` follows.
    this.#child.on('error', (error) => (this.#words = error.message))
    this.#child.stdin?.on('error', () => {})
    this.#child.once('close', (code, signal) => {
      if (!this.#isClosed) onEnd(`ended with ${code ?? signal}: ${this.#words.trim()}`)
    })
  }

  /** Bytes that the process has not taken yet. */
  get waitingBytes(): number {
    return this.#child.stdin?.writableLength ?? 0
  }

  /** Hands over a part, whose data must not change afterwards. */
  push(part: CodecPart): void {
    const { stdin } = this.#child
    if (stdin === null || !stdin.writable) return
    stdin.cork()
    stdin.write(codecPartHead(part))
    stdin.write(part.data)
    stdin.uncork()
  }

  /** Says that no more parts come; it ends when it has done its work. */
  end(): void {
    this.#child.stdin?.end()
  }

  /** Ends it, as if it had ended by itself. */
  kill(): void {
    this.#child.kill('SIGKILL')
  }

  /** Ends it quietly. */
  close(): void {
    this.#isClosed = true
    this.kill()
  }
}

/** All that comes of these parts. Rejects when the process fails. */
export function runCodec(job: CodecJob, parts: Iterable<Uint8Array>): Promise<Uint8Array[]> {
  return new Promise((resolve, reject) => {
    const out: Uint8Array[] = []
    const codec = new CodecProcess(job, {
      onPart: ({ data }) => out.push(data),
      onEnd: (message) => (message.startsWith('ended with 0') ? resolve(out) : reject(new Error(`The codec ${message}`))),
    })
    let number = 0
    for (const data of parts) codec.push({ number: number++, isKey: true, data })
    codec.end()
  })
}
