/** The process that decodes and encodes (`contract/codec-api.ts`). Whatever breaks it breaks nothing else. */
import { type CodecJob, type CodecPart, codecPartHead, CodecPartReader } from '#contract/codec-api.ts'
import { encodeJob } from './encode-job.ts'
import type { JobSteps } from './job-steps.ts'
import { pictureJob } from './picture-job.ts'
import { planesJob } from './planes-job.ts'
import { redactJob } from './redact-job.ts'
import { restyleJob } from './restyle-job.ts'
import { transcodeJob } from './transcode-job.ts'

function stepsOf(job: CodecJob): JobSteps {
  if (job.job === 'transcode') return transcodeJob(give)
  if (job.job === 'encode') return encodeJob(job, give)
  if (job.job === 'picture') return pictureJob(job, give)
  if (job.job === 'redact') return redactJob(job, give)
  if (job.job === 'restyle') return restyleJob(job, give)
  return planesJob(give)
}

function give(part: CodecPart): void {
  process.stdout.write(codecPartHead(part))
  // The library's memory is used again before a pipe has taken it all.
  process.stdout.write(new Uint8Array(part.data))
}

// Its last words, for the log of whoever has started it.
process.on('uncaughtException', ({ message }) => {
  process.stderr.write(message, () => process.exit(1))
})
// Whoever has started it is gone.
process.stdout.on('error', () => process.exit(0))
const steps = stepsOf(JSON.parse(process.argv[2] ?? '{}') as CodecJob)
const reader = new CodecPartReader((part) => steps.take(part))
process.stdin.on('data', (bytes: Buffer) => reader.push(bytes))
process.stdin.once('end', () => {
  steps.end?.()
  process.stdout.write('', () => process.exit(0))
})
